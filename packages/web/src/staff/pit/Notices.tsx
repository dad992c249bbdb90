import { DISPLAY, type Table } from '@boxperson/rules';
import { useState } from 'react';
import { dollars, readDollars } from '../../ui/money.js';
import { Line, Pick } from '../../ui/Pick.js';
import { sayChange } from '../../ui/sign.js';
import { sayCountdown, sayTime } from '../../ui/words.js';
import { Act } from './Act.js';
import type { AtPit } from './table.js';

/** The sign that is up and waits for its time, with the hand that it takes then. */
export function Posted({ here }: { here: AtPit }) {
  const { table, at } = here;
  if (!table.posted) return null;
  const { sign, from } = table.posted;
  return (
    <section className="panel pit-posted" aria-label="The sign that is up">
      <p>
        <b>{sayChange(table.settings.rulebook, table.sign, sign)}</b> from {sayTime(from)}{' '}
        <output aria-label="Time left">{sayCountdown(from - at)}</output>
      </p>
      <div className="pit-acts">
        <Act
          here={here}
          power="change-limits"
          look="main"
          says="Change the limits"
          done="The limits are changed."
          command={{ do: 'change-limits', ...sign }}
        />
        <Act
          here={here}
          power="show-sign"
          says="Take the sign down"
          done="The sign is down."
          command={{ do: 'take-down', notice: 'sign' }}
        />
      </div>
    </section>
  );
}

const CLOSING_WORDS = {
  sign: 'A sign says when the table closes.',
  'last-shooter': 'The last shooter is called; the table closes after that hand.',
  'inspector-told': 'An inspector is told before the table closes.',
  'close-of-play': 'Close of play is announced, and players clear their credits.',
} as const;

/** Closing, in the manner of the book. */
export function Closing({ here }: { here: AtPit }) {
  const { table, at } = here;
  const { closing: rule, closingMinutes } = table.game.rulebook.conduct.notices;
  const [extra, setExtra] = useState('0');
  const least = Math.ceil((at + closingMinutes.value.minutes * MINUTE + SAID_MS) / MINUTE) * MINUTE;
  const from = least + Number(extra) * MINUTE;
  const notice = table.closing;
  return (
    <section className="panel pit-closing" aria-labelledby="closing">
      <h2 id="closing">Closing the table</h2>
      <p className="quiet">{CLOSING_WORDS[rule.value]}</p>
      {notice && (
        <p>
          <b>{notice.at === null ? 'Announced.' : `Closes at ${sayTime(notice.at)}.`}</b>{' '}
          {notice.at !== null && <output aria-label="Time left">{sayCountdown(notice.at - at)}</output>}
        </p>
      )}
      {rule.value === 'sign' && !notice && (
        <Pick
          label="It closes at"
          value={extra}
          options={LATER.map((more) => [more, sayTime(least + Number(more) * MINUTE)] as const)}
          change={setExtra}
        />
      )}
      <div className="pit-acts">
        {!notice && (
          <Act
            here={here}
            power="close-table"
            says="Give notice of closing"
            done="Closing is announced."
            command={{ do: 'announce-closing', ...(rule.value === 'sign' ? { from } : {}) }}
          />
        )}
        {notice && (
          <Act
            here={here}
            power="close-table"
            says="Take the notice down"
            done="The notice is down."
            command={{ do: 'take-down', notice: 'closing' }}
          />
        )}
        <Act
          here={here}
          power="close-table"
          says="Close the table"
          done="The table is closed."
          command={{ do: 'close' }}
        />
      </div>
    </section>
  );
}
const MINUTE = 60_000;
const SAID_MS = 15_000;
const LATER: readonly string[] = ['0', '10', '40', '100'];

/** Limits of single players, where the book has them. */
export function Personal({ here }: { here: AtPit }) {
  const { table } = here;
  const { rulebook } = table.game;
  const shown = DISPLAY[rulebook.id].personal;
  const [player, setPlayer] = useState('');
  const [min, setMin] = useState('');
  const [max, setMax] = useState('');
  const command = {
    do: 'personal-limits',
    player,
    min: readDollars(min) ?? undefined,
    max: readDollars(max) ?? undefined,
  };
  const isTyped = player !== '' && readDollars(min) !== null && readDollars(max) !== null;
  return (
    <section className="panel pit-personal" aria-labelledby="personal">
      <h2 id="personal">Limits of one player</h2>
      {!shown && <p className="quiet">{rulebook.title} has none.</p>}
      {shown && (
        <>
          <PersonalNow here={here} />
          <div className="pit-row">
            <Pick
              label="Player"
              value={player}
              options={[
                ['', 'choose a player'],
                ...table.game.players.map(({ name, seat }) => [name, `${seat} · ${name}`] as const),
              ]}
              change={setPlayer}
            />
            <Line
              label="Minimum, $"
              mode="decimal"
              value={min}
              wrong={min !== '' && readDollars(min) === null}
              change={setMin}
            />
            <Line
              label="Maximum, $"
              mode="decimal"
              value={max}
              wrong={max !== '' && readDollars(max) === null}
              change={setMax}
            />
          </div>
          {isTyped ? (
            <Act
              here={here}
              power="set-personal-limits"
              look="main"
              says="Set these limits"
              done={`${player} has limits of their own: put up the ${shown.value.toLowerCase()}.`}
              command={command}
            />
          ) : (
            <p className="quiet">
              {shown.value} at the table, § {shown.clause}.
            </p>
          )}
        </>
      )}
    </section>
  );
}

const withLimits = ({ guests }: Table) => guests.filter(({ personalLimit }) => personalLimit !== null);

function PersonalNow({ here }: { here: AtPit }) {
  const held = withLimits(here.table);
  if (held.length === 0) return <p className="quiet">Everybody has the limits of the table.</p>;
  return (
    <ul className="pit-held">
      {held.map(({ player, personalLimit }) => (
        <li key={player}>
          <b>{player}</b> {dollars(personalLimit?.min ?? 0)} to {dollars(personalLimit?.max ?? 0)}
          <Act
            here={here}
            power="set-personal-limits"
            says={`${player}: as the table`}
            done={`${player} has the limits of the table again.`}
            command={{ do: 'personal-limits', player }}
          />
        </li>
      ))}
    </ul>
  );
}

/** star-2024 6.10: how many may play, and one to an area. */
export function Players({ here }: { here: AtPit }) {
  const { table } = here;
  const [most, setMost] = useState('');
  if (table.game.rulebook.powers['limit-players'] === null) return null;
  const count = Number(most);
  const isTyped = most !== '' && Number.isInteger(count);
  return (
    <section className="panel pit-players" aria-labelledby="players">
      <h2 id="players">How many may play</h2>
      <p className="quiet">
        {table.playersMost === null ? 'As many as there are seats.' : `At most ${table.playersMost}.`}
        {table.onePerArea && ' One to each area.'}
      </p>
      <div className="pit-row">
        <Line label="At most" mode="numeric" value={most} wrong={most !== '' && !isTyped} change={setMost} />
        {isTyped && (
          <>
            <Act
              here={here}
              power="limit-players"
              says={`At most ${count}`}
              done={`At most ${count} may play.`}
              command={{ do: 'limit-players', most: count }}
            />
            <Act
              here={here}
              power="limit-players"
              says={`At most ${count}, one to an area`}
              done={`At most ${count} may play, one to an area.`}
              command={{ do: 'limit-players', most: count, onePerArea: true }}
            />
          </>
        )}
      </div>
    </section>
  );
}
