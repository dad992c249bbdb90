import { Counter, Gauge, Registry } from 'prom-client';
import type { SourceReport } from './dice/fairness.js';
import type { House } from './house.js';

/** A figure and what it is of. */
interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Figure {
  readonly name: string;
  readonly help: string;
  readonly kind: 'gauge' | 'counter';
  readonly labels?: readonly string[];
  samples(house: House): readonly Sample[];
}

const one = (value: number): readonly Sample[] => [{ labels: {}, value }];

/** Counters for whoever watches the house. */
export class Metrics {
  connections = 0;
  messages = 0;
  readonly #registry = new Registry();
  #house: House | null = null;

  constructor(dice: () => readonly SourceReport[] = () => []) {
    for (const figure of [...this.#ownFigures(), ...HOUSE_FIGURES, ...diceFigures(dice)]) this.#add(figure);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** All figures as they are now, in the text form that monitoring systems read. */
  text(house: House): Promise<string> {
    this.#house = house;
    return this.#registry.metrics();
  }

  #ownFigures(): readonly Figure[] {
    return [
      {
        name: 'boxperson_connections',
        help: 'open connections',
        kind: 'gauge',
        samples: () => one(this.connections),
      },
      {
        name: 'boxperson_messages_total',
        help: 'messages received',
        kind: 'counter',
        samples: () => one(this.messages),
      },
    ];
  }

  #add({ name, help, kind, labels = [], samples }: Figure): void {
    const read = (): readonly Sample[] => (this.#house ? samples(this.#house) : []);
    const shape = { name, help, labelNames: [...labels], registers: [this.#registry] };
    if (kind === 'gauge')
      new Gauge({
        ...shape,
        collect() {
          this.reset();
          for (const { labels, value } of read()) this.set(labels, value);
        },
      });
    else
      new Counter({
        ...shape,
        collect() {
          this.reset();
          for (const { labels, value } of read()) this.inc(labels, value);
        },
      });
  }
}

const HOUSE_FIGURES: readonly Figure[] = [
  {
    name: 'boxperson_tables',
    help: 'tables that run',
    kind: 'gauge',
    samples: (house) => one(house.tables().length),
  },
  {
    name: 'boxperson_tables_stopped',
    help: 'tables that stand still',
    kind: 'gauge',
    samples: (house) => one(house.stopped().length),
  },
  {
    name: 'boxperson_memory_bytes',
    help: 'resident memory',
    kind: 'gauge',
    samples: () => one(process.memoryUsage().rss),
  },
  {
    name: 'boxperson_table_events_total',
    help: 'events in the record of a table',
    kind: 'counter',
    labels: ['table'],
    samples: (house) => house.tables().map(({ id, host }) => ({ labels: { table: id }, value: host.n })),
  },
];

/** Whether the dice of each source look fair, and the figures behind it. */
function diceFigures(dice: () => readonly SourceReport[]): readonly Figure[] {
  const tests = () =>
    dice().flatMap(({ source, windows }) =>
      Object.entries(windows).flatMap(([window, { first, second, throws }]) =>
        Object.entries({ first, second, throws }).map(([test, { statistic, p }]) => ({
          labels: { source, window, test },
          statistic,
          p,
        })),
      ),
    );
  const ofTest = ['source', 'window', 'test'];
  return [
    {
      name: 'boxperson_dice_rolls_total',
      help: 'rolls of a source of dice',
      kind: 'counter',
      labels: ['source'],
      samples: () => dice().map(({ source, rolls }) => ({ labels: { source }, value: rolls })),
    },
    {
      name: 'boxperson_dice_alarm',
      help: '1 while the dice of a source do not look fair',
      kind: 'gauge',
      labels: ['source'],
      samples: () =>
        dice().map(({ source, alarm }) => ({ labels: { source }, value: alarm === null ? 0 : 1 })),
    },
    {
      name: 'boxperson_dice_chi_square',
      help: 'chi-square against fair dice',
      kind: 'gauge',
      labels: ofTest,
      samples: () => tests().map(({ labels, statistic }) => ({ labels, value: statistic })),
    },
    {
      name: 'boxperson_dice_chance',
      help: 'how likely fair dice are to be this uneven or more',
      kind: 'gauge',
      labels: ofTest,
      samples: () => tests().map(({ labels, p }) => ({ labels, value: p })),
    },
  ];
}
