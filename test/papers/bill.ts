// What the schema of CycloneDX 1.5 demands of a bill of materials, as far as ours has it.

interface Licence {
  readonly license?: { readonly id?: string; readonly name?: string };
  readonly expression?: string;
}

export interface Part {
  readonly 'bom-ref': string;
  readonly type?: string;
  readonly name?: string;
  readonly version?: string;
  readonly scope?: string;
  readonly purl?: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses?: readonly Licence[];
  readonly externalReferences?: readonly { readonly type: string; readonly url: string }[];
}

export interface Bill {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly serialNumber: string;
  readonly version: number;
  readonly metadata: { readonly timestamp: string; readonly component: Part };
  readonly components: readonly Part[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const URN = /^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TYPES: readonly (string | undefined)[] = ['application', 'framework', 'library'];
const SCOPES: readonly (string | undefined)[] = ['required', 'optional', 'excluded', undefined];
const REFERENCES = ['vcs', 'issue-tracker', 'website', 'distribution'];
/** Letters of a digest by its name. */
const LETTERS: Readonly<Record<string, number>> = {
  'SHA-1': 40,
  'SHA-256': 64,
  'SHA-384': 96,
  'SHA-512': 128,
};

const repeated = (all: readonly string[]): string[] => all.filter((one, at) => all.indexOf(one) !== at);

/** One expression, or licences each with an id or a name. */
const areLicences = (all: readonly Licence[]): boolean =>
  (all.length === 1 && typeof all[0]?.expression === 'string') ||
  all.every(({ license }) => (license?.id === undefined) !== (license?.name === undefined));

const partFaults = (part: Part): string[] => {
  const { type, name, version, scope, purl, hashes = [], licenses = [], externalReferences = [] } = part;
  const checks: readonly (readonly [what: string, isRight: boolean])[] = [
    ['type', TYPES.includes(type)],
    ['name and version', Boolean(name) && Boolean(version)],
    ['scope', SCOPES.includes(scope)],
    ['purl', purl?.startsWith('pkg:npm/') === true],
    [
      'hashes',
      hashes.every(({ alg, content }) => LETTERS[alg] === content.length && /^[0-9a-f]+$/.test(content)),
    ],
    ['licenses', areLicences(licenses)],
    [
      'externalReferences',
      externalReferences.every(({ type: kind, url }) => REFERENCES.includes(kind) && url !== ''),
    ],
  ];
  return checks.filter(([, isRight]) => !isRight).map(([what]) => `${part['bom-ref']}: ${what}`);
};

/** What is wrong with a bill. */
export function billFaults(bill: Bill): string[] {
  const parts = [bill.metadata.component, ...bill.components];
  const refs = parts.map((part) => part['bom-ref']);
  const head: readonly (readonly [what: string, isRight: boolean])[] = [
    ['bomFormat', bill.bomFormat === 'CycloneDX'],
    ['specVersion', bill.specVersion === '1.5'],
    ['serialNumber', URN.test(bill.serialNumber)],
    ['version', Number.isInteger(bill.version) && bill.version >= 1],
    ['timestamp', !Number.isNaN(Date.parse(bill.metadata.timestamp))],
  ];
  return [
    ...head.filter(([, isRight]) => !isRight).map(([what]) => what),
    ...parts.flatMap(partFaults),
    ...repeated(refs).map((ref) => `${ref} stands twice`),
    ...bill.dependencies.flatMap(({ ref, dependsOn }) => [
      ...[ref, ...dependsOn].filter((each) => !refs.includes(each)).map((each) => `${ref}: no ${each}`),
      ...repeated(dependsOn).map((each) => `${ref}: ${each} twice`),
    ]),
    ...repeated(bill.dependencies.map(({ ref }) => ref)).map((ref) => `${ref} depends twice`),
  ];
}
