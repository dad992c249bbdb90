// A page with everything in the kit on it, for tests and for looking at. It is not in the app.
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import '../../src/theme.css';
import '../../src/things.css';
import '../../src/base.css';
import '../../src/ui/ui.css';
import * as z from 'zod';
import { ChipFace } from '../../src/ui/Chip.js';
import { Pair } from '../../src/ui/Dice.js';
import { SchemaForm } from '../../src/ui/form/SchemaForm.js';
import { Print } from '../../src/ui/Print.js';
import { Shell } from '../../src/ui/Shell.js';
import { Ask, Dialog } from '../../src/ui/staff/Dialog.js';
import { Money } from '../../src/ui/staff/Money.js';
import { Table } from '../../src/ui/staff/Table.js';
import { Toasts, tell } from '../../src/ui/staff/Toast.js';
import { When } from '../../src/ui/staff/When.js';

const money = z.int().positive().meta({ money: true });

const fill = z
  .strictObject({
    player: z.string().trim().min(1).max(40).meta({ title: 'Player', description: 'As on the card.' }),
    amount: money.max(1_000_000).meta({ title: 'Amount', money: true }),
    reason: z.enum(['fill', 'credit', 'correction']),
    table: z.enum(['star', 'star-2024', 'crown', 'crown-mini', 'adelaide', 'aruze']).optional(),
    seatNumber: z.int().min(1).max(16).default(3),
    at: z.int().meta({ time: true, title: 'When it happened' }).optional(),
    note: z.string().max(500).optional(),
    pin: z.string().min(4).meta({ secret: true, title: 'PIN' }),
    counted: z.literal(true).meta({ title: 'I have counted it' }),
    chips: z
      .array(z.strictObject({ value: money, count: z.int().positive() }).meta({ title: 'Stack' }))
      .min(1)
      .max(3),
    paid: z.discriminatedUnion('by', [
      z.strictObject({ by: z.literal('cash') }),
      z.strictObject({ by: z.literal('ticket'), number: z.string().regex(/^\d{18}$/, 'Eighteen digits.') }),
    ]),
    from: z
      .union([z.strictObject({ drawer: z.int() }), z.strictObject({ safe: z.string().min(1) })])
      .optional(),
  })
  .refine(({ reason, note }) => reason !== 'correction' || Boolean(note), {
    path: ['note'],
    message: 'A correction needs its reason.',
  });

type Fill = z.input<typeof fill>;

/** The house of the sample refuses what is said to it, and answers late once. */
const HOUSE = { lost: false };
const SENT: unknown[] = [];
Object.assign(globalThis, { SENT, HOUSE });

async function send(body: Fill, { id }: { id: string }) {
  SENT.push({ id, body });
  await new Promise((resolve) => setTimeout(resolve, 50));
  if (HOUSE.lost) throw new Error('The house cannot be reached. Nothing is lost: send it again.');
  if (body.amount > 500_000)
    return { message: 'amount: the drawer holds less', clause: '6.6.1', nearest: 500_000, code: 'not-now' };
  if (body.chips[0]?.count === 13) return { message: 'chips[0].count: thirteen is no count', clause: null };
  tell(`${body.player} is done.`);
  return null;
}

const ROWS = [
  { id: 'c-12', name: 'Ada', cents: 125_000, at: 1_763_300_000_000 },
  { id: 'c-9', name: 'Bo', cents: 5_000, at: 1_763_200_000_000 },
  { id: 'c-31', name: 'Cy', cents: 990_050, at: 1_763_250_000_000 },
];

function Cases() {
  const [opened, setOpened] = useState<(typeof ROWS)[number] | null>(null);
  const [asks, setAsks] = useState(false);
  return (
    <section className="block">
      <h2>Cases</h2>
      <Table
        name="Cases"
        rows={ROWS}
        keyOf={({ id }) => id}
        nothing="Nothing waits."
        onOpen={setOpened}
        columns={[
          { id: 'name', name: 'Who', show: ({ name }) => name, by: ({ name }) => name },
          {
            id: 'cents',
            name: 'Amount',
            align: 'end',
            show: ({ cents }) => <Money cents={cents} />,
            by: ({ cents }) => cents,
          },
          { id: 'at', name: 'When', show: ({ at }) => <When at={at} />, by: ({ at }) => at },
        ]}
      />
      <p>
        <button type="button" onClick={() => setAsks(true)}>
          Close the shift
        </button>
      </p>
      {opened && (
        <Dialog title={`Case of ${opened.name}`} onClose={() => setOpened(null)}>
          <p>
            <Money cents={opened.cents} /> on <When at={opened.at} />
          </p>
        </Dialog>
      )}
      {asks && (
        <Ask title="Close the shift?" yes="Close it" onYes={() => setAsks(false)} onNo={() => setAsks(false)}>
          <p>It cannot be opened again.</p>
        </Ask>
      )}
    </section>
  );
}

const Sample = () => (
  <Shell
    title="The kit"
    here="/staff/cage"
    area="Staff"
    home={['/staff', 'Home']}
    places={[
      ['/staff/cage', 'Cage'],
      ['/staff/pit', 'Pit'],
    ]}
    lead={<p>Everything that staff screens are made of.</p>}
    foot={<p>Not in the app.</p>}
  >
    <section className="block">
      <h2>A fill</h2>
      <SchemaForm
        name="A fill"
        schema={fill}
        draft="fill"
        submit="Send the fill"
        labels={{ 'chips.count': 'How many' }}
        onSubmit={send}
      />
    </section>
    <Cases />
    <section className="block">
      <h2>Things</h2>
      <p>
        <Pair dice={[3, 5]} />
      </p>
      <p style={{ display: 'flex', gap: '0.6rem', maxWidth: '20rem' }}>
        {[100, 500, 2_500, 10_000, 50_000, 100_000].map((value) => (
          <ChipFace key={value} value={value} text={`$${value / 100}`} />
        ))}
      </p>
      <Print title="Fill slip">
        <table>
          <tbody>
            <tr>
              <th scope="row">Amount</th>
              <td>
                <Money cents={125_000} />
              </td>
            </tr>
          </tbody>
        </table>
      </Print>
    </section>
    <Toasts />
  </Shell>
);

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Sample />
  </StrictMode>,
);
