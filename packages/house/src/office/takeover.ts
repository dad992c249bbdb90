import type { Store } from '../store/store.js';
import type { OfficeHost } from './office-host.js';

// The first version kept what waited for a second person in documents. Whatever still waits goes into the books, once.

interface OldProposal {
  readonly id: string;
  readonly table: string;
  readonly command: object;
  readonly by: { readonly id: string; readonly role: string };
  readonly lapsesAt: number;
  readonly agreed?: object;
}

interface OldCorrection {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly amount: number;
  readonly reason: string;
  readonly by: string;
  readonly lapsesAt: number;
}

const fromProposal = ({ id, table, command, by, lapsesAt, agreed }: OldProposal) =>
  agreed ? null : { proposal: id, to: `table/${table}`, wanted: command, by, lapsesAt };

const fromCorrection = ({ id, by, lapsesAt, from, to, amount, reason }: OldCorrection) => ({
  proposal: id,
  to: 'ledger',
  wanted: { do: 'correct', from, to, amount, reason },
  by: { id: by, role: null },
  lapsesAt,
});

const KINDS = {
  proposal: (body: string) => fromProposal(JSON.parse(body) as OldProposal),
  correction: (body: string) => fromCorrection(JSON.parse(body) as OldCorrection),
} as const;

/** Takes over what waited when the house was last open under the first version. */
export async function takeOverProposals(store: Store, proposals: OfficeHost, now: number): Promise<void> {
  for (const [kind, read] of Object.entries(KINDS)) {
    for (const { id, body } of await store.listDocuments(kind)) {
      const waiting = read(body);
      // Said again after a crash in between, it is there already.
      if (waiting && now < waiting.lapsesAt)
        await proposals.submit({ do: 'propose', body: waiting, by: null });
      await store.deleteDocument(kind, id);
    }
  }
}
