import {
  type AnyOffice,
  no,
  type Outcome,
  officeOf,
  type Person,
  parted,
  readBody,
  type TablePlace,
  text,
  type Verb,
  verbIn,
  whyNot,
  whyNotVerb,
  yes,
} from '@boxperson/offices';
import type { Command } from '@boxperson/rules';
import type { Counter } from './admission.js';
import type { OfficeHost } from './office-host.js';
import type { Offices } from './offices.js';
import type { HowOften } from './often.js';

/** A second person may be on another shift. */
const LAPSE_MS = 24 * 3_600_000;

const bodyOf = ({ do: _do, ...body }: Command): object => body;

/** Who may, before anything of the body is looked at: whoever may not, whatever they say, is told no more than that. */
function whyNotAtAll(
  { office, state }: Pick<OfficeHost, 'office' | 'state'>,
  verb: Verb<unknown, never>,
  person: Person,
  table: TablePlace | null,
): string | null {
  const dependsOnBody = verb.owner !== undefined || verb.table !== undefined;
  const books = office.ofBooks?.(state) ?? [];
  return dependsOnBody ? null : whyNot(verb.who, person, { owner: null, table, books });
}

const beginsBy = ({ begins }: AnyOffice, { do: name }: Command): boolean =>
  begins?.includes(String(name)) === true;

/** A name for a new matter is whatever its sender makes up: what begins one is counted over all of them. */
function howOften(office: AnyOffice, of: string, { do: name }: Command): HowOften | null {
  const often = verbIn(office, String(name))?.often;
  return often ? { ...often, of } : null;
}

/** Where calls for an office are answered: everything about it is in the office's own data. */
export function officeCounter(host: OfficeHost, placeOf: (table: string) => TablePlace | null): Counter {
  const { office } = host;
  const here = office.accompanies ? parted(host.stream)[1] : null;
  const place = here === null ? null : placeOf(here);
  const verbOf = (command: Command): Verb<unknown, never> =>
    verbIn(office, String(command['do'])) as Verb<unknown, never>;
  return {
    lapseMs: LAPSE_MS,
    judge: (person, command) => {
      host.mustRun();
      return judgeFor(host, command, {
        atAll: (verb) => whyNotAtAll(host, verb, person, place),
        so: (verb, body) => whyNotVerb(office, verb, host.state, body, person, placeOf, here),
      });
    },
    takesTwo: (command, person) =>
      host.takesTwo({ do: String(command['do']), body: bodyOf(command), by: person }),
    whyNotPropose: async (person, command) => {
      const tried = await host.tryOut({ do: String(command['do']), body: bodyOf(command), by: person });
      return tried.ok ? null : tried.refused;
    },
    whyNotSecond: ({ person }, { wanted }) => {
      const why = whyNotVerb(office, verbOf(wanted), host.state, bodyOf(wanted), person, placeOf, here);
      return why === null ? null : no('not-allowed', why).refused;
    },
    moneyIn: async (person, command) => {
      const wanted = { do: String(command['do']), body: bodyOf(command), by: person };
      const moves = await host.wouldMove(wanted);
      const { amount } = command;
      // What is promised is not booked yet, and books beside a table book nothing by themselves: their office says.
      return Math.max(moves, await host.isAbout(wanted), typeof amount === 'number' ? amount : 0);
    },
    often: (command) => howOften(office, beginsBy(office, command) ? office.name : host.stream, command),
    roleIn: () => null,
    submit: (person, command, key, second, origin) =>
      host.submit(
        {
          do: String(command['do']),
          body: bodyOf(command),
          by: person,
          second: second?.person ?? null,
          ...(origin ? { origin } : {}),
        },
        key,
      ),
  };
}

/** Longer, it could not be named where streams are: in a note, on the wire. */
const STREAM_MOST = 80;

/** Whoever begins a matter names it: not as the house names its own, and so that it can be named everywhere. */
function whyNotNamed({ name, ownNames }: AnyOffice, at: string): ReturnType<typeof no> | null {
  const most = STREAM_MOST - name.length - 1;
  const matter = parted(at)[1] ?? '';
  if (matter.length > most)
    return no('bad-input', `at: a name of ${most} characters at most, after ${name}/.`);
  if (!ownNames?.test(matter)) return null;
  return no(
    'bad-input',
    `at: the house gives names such as ${matter} itself; take another, as new-${matter}.`,
  );
}

/** Where a matter begins that is not there yet: by a verb with which its office lets one begin, and no other. */
export function beginningCounter(
  offices: Pick<Offices, 'open' | 'hold'>,
  at: string,
  placeOf: (table: string) => TablePlace | null,
): Counter | null {
  const office = officeOf(at);
  const name = parted(at)[1] ?? '';
  if (!office?.begins || !text.id.safeParse(name).success) return null;
  return {
    lapseMs: LAPSE_MS,
    judge: (person, command) => {
      const judged = judgeFor({ office }, command, {
        atAll: (verb) => whyNotAtAll({ office, state: office.start }, verb, person, null),
        so: (verb, body) => whyNotVerb(office, verb, office.start, body, person, placeOf),
      });
      if (!judged.ok) return judged;
      if (!beginsBy(office, command)) return no('not-found', `at: there is no ${at}.`);
      return whyNotNamed(office, at) ?? judged;
    },
    takesTwo: () => false,
    whyNotPropose: async () => null,
    whyNotSecond: () => null,
    moneyIn: async () => 0,
    often: (command) => howOften(office, office.name, command),
    roleIn: () => null,
    submit: (...asked) =>
      offices.hold(at, async () => officeCounter(await offices.open(at), placeOf).submit(...asked)),
  };
}

interface WhyNotTheirs {
  /** Whatever is said with it. */
  atAll(verb: Verb<unknown, never>): string | null;
  so(verb: Verb<unknown, never>, body: unknown): string | null;
}

function judgeFor(
  { office }: Pick<OfficeHost, 'office'>,
  command: Command,
  whyNotTheirs: WhyNotTheirs,
): Outcome<Command> {
  const name = command['do'];
  const verb = typeof name === 'string' ? (verbIn(office, name) as Verb<unknown, never> | null) : null;
  if (!verb) return no('bad-input', `do: ${office.title} knows no ${String(name).slice(0, 40)}.`);
  const atAll = whyNotTheirs.atAll(verb);
  if (atAll !== null) return no('not-allowed', atAll);
  const body = readBody(verb as Verb<never, never>, bodyOf(command));
  if (!body.ok) return body;
  const why = whyNotTheirs.so(verb, body.value);
  return why === null ? yes(command) : no('not-allowed', why);
}
