import { type Case, isOfCase, isOpened, type OpenedCase, type Person } from '@boxperson/offices';
import { z } from 'zod';
import type { House } from '../house.js';
import { type Limit, MINUTE } from '../wire/limits.js';
import { asFile, type Route, route, sayNo } from '../wire/route.js';
import { EXHIBIT_BYTES_MAX, EXHIBIT_TYPES, keepExhibit, readExhibit, typeOf } from './exhibits.js';
import type { OfficeHost } from './office-host.js';

const TAG = 'The house';
const KEPT: readonly Limit[] = [{ per: 'address', most: 20, ms: MINUTE, of: 'pictures from here' }];

interface Found {
  readonly host: OfficeHost;
  readonly state: OpenedCase;
}

/** For the people of a case. What a patron brings, one of them lays before it: strangers fill no disk. */
function caseFor(house: House, person: Person, name: string): Found {
  const host = house.offices.host(`cases/${name}`);
  const state = host?.told.state as Case | undefined;
  return host && state && isOpened(state) && isOfCase(state, person)
    ? { host, state }
    : sayNo('not-found', `There is no cases/${name}.`);
}

const BASE64_MOST = Math.ceil(EXHIBIT_BYTES_MAX / 3) * 4;
const ENVELOPE = 256;

/** Pictures and documents as evidence: kept first, then named in the case by their digest. */
export const exhibitRoutes = (house: House): readonly Route[] => [
  route({
    method: 'POST',
    url: '/api/cases/:case/exhibits',
    summary:
      'Keeps a picture or a PDF for a case, and answers its SHA-256, under which add-evidence lays it before the case',
    tag: TAG,
    for: 'signed-in',
    limits: KEPT,
    most: BASE64_MOST + ENVELOPE,
    body: z.strictObject({
      data: z
        .base64()
        .min(1)
        .max(BASE64_MOST)
        .meta({ title: `The file in base64, ${EXHIBIT_BYTES_MAX / 2 ** 20} MB at most` }),
    }),
    answers: z.strictObject({ sha256: z.string(), type: z.string(), bytes: z.number() }),
    act: async ({ person, params, body }) => {
      const name = String(params['case']);
      caseFor(house, person, name);
      const bytes = Buffer.from(body.data, 'base64');
      const type = typeOf(bytes);
      if (type === null) return sayNo('bad-input', `data: must be one of ${EXHIBIT_TYPES.join(', ')}.`);
      return { sha256: await keepExhibit(house.store, name, bytes), type, bytes: bytes.length };
    },
  }),
  route({
    method: 'GET',
    url: '/api/cases/:case/exhibits/:sha256',
    summary:
      'A picture or a document of a case, as it was laid before it; for its people, and the look is kept',
    tag: TAG,
    for: 'signed-in',
    plain: true,
    answers: z.string(),
    act: async ({ person, params, reply }) => {
      const [name, sha256] = [String(params['case']), String(params['sha256'])];
      const { host, state } = caseFor(house, person, name);
      const isNamed = state.evidence.some((one) => one.sha256 === sha256);
      const kept = isNamed ? await readExhibit(house.store, name, sha256) : null;
      if (!kept) return sayNo('not-found', 'The house keeps nothing with that digest for this case.');
      house.noteLook(person, host);
      asFile(reply, kept.type, `exhibit-${sha256.slice(0, 12)}.${kept.type.split('/')[1]}`);
      return kept.data;
    },
  }),
];
