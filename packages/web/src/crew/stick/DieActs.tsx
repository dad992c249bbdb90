import { type Command, type DieId, decide, type Table } from '@boxperson/rules';
import { sayDie } from '../../ui/die.js';
import { useCrew } from '../crew.js';
import { titleOf } from '../stations.js';

interface Way {
  readonly says: string;
  readonly command: Command;
}

/** What is done with a die that is not where it should be: found, given up, checked by whoever the book says. */
const waysOf = (die: DieId): Readonly<Record<'off' | 'found' | 'lost', readonly Way[]>> => ({
  off: [
    { says: 'Found', command: { do: 'find-die', die } },
    { says: 'Give it up', command: { do: 'lose-die', die } },
  ],
  found: [
    { says: 'Sound: bowl', command: { do: 'check-die', die, sound: true } },
    { says: 'Sound: shooter', command: { do: 'check-die', die, sound: true, toShooter: true } },
    { says: 'Not sound', command: { do: 'check-die', die, sound: false } },
  ],
  lost: [{ says: 'Found', command: { do: 'find-die', die } }],
});

export function DieActs({ die, where }: { die: DieId; where: 'off' | 'found' | 'lost' }) {
  const { table, act, by } = useCrew();
  const ways = waysOf(die)[where].filter(({ command }) => decide(table, { ...command, by }).ok);
  if (ways.length === 0) return where === 'found' ? <WhoChecks table={table} /> : null;
  return (
    <span className="die-acts">
      {ways.map(({ says, command }) => (
        <button
          type="button"
          key={says}
          aria-label={`Die ${sayDie(die)}: ${says}`}
          onClick={() => void act(command)}
        >
          {says}
        </button>
      ))}
    </span>
  );
}

function WhoChecks({ table: { game } }: { table: Table }) {
  const rule = game.rulebook.powers['check-found-die'];
  return rule ? <small>checked by the {titleOf(game.rulebook, rule.role)}</small> : null;
}
