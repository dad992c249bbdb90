import type { DrawFile } from '@boxperson/offices';
import { type FormEvent, useState } from 'react';
import { askPromotion } from '../house.js';
import { dropWord, keptWord, sealWord } from '../ui/word.js';
import type { OwnProps } from './Own.js';

const Hash = ({ name, text }: { name: string; text: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <code className="promotion-hash">{text}</code>
    </dd>
  </div>
);

/** The list and its hash, words of those present, the result, and the means to draw again. */
export function DrawSection(props: OwnProps) {
  const { list, draw, resultHash, signed, seals, own, terms } = props.view;
  return (
    <section className="panel" aria-labelledby="draw">
      <h2 id="draw">The draw</h2>
      <p>
        The list was frozen before anybody could know what decides it: the first checkpoint that the house
        signs after the draw is called, and the words that those present had sealed.
      </p>
      <Words {...props} />
      {draw && (
        <Drawn
          draw={draw}
          own={own?.entries.map(({ entry }) => entry) ?? []}
          nameOf={(prize) => terms?.prizes.find(({ id }) => id === prize)?.name ?? prize}
        />
      )}
      <dl className="promotions-facts">
        {list && <Hash name="Hash of the list" text={list.hash} />}
        <div>
          <dt>Words sealed</dt>
          <dd>{seals.length}</dd>
        </div>
        {(signed.before || signed.after) && (
          <div>
            <dt>Scrutineer</dt>
            <dd>signed for the list{signed.after ? ' and for the result' : ''}</dd>
          </div>
        )}
        {resultHash !== null && <Hash name="Hash of the result" text={resultHash} />}
      </dl>
    </section>
  );
}

/** Whoever is there puts a word of their own into the draw: sealed before, opened when it is called. */
function Words({ view, name, onDone }: OwnProps) {
  const { own, stage, isHeld, id } = view;
  const [word, setWord] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  if (!own || isHeld || own.isOpened) return null;
  const isToSeal = stage === 'frozen' && own.sealed === null;
  const isToOpen = stage === 'called' && own.sealed !== null;
  if (!isToSeal && !isToOpen) return own.sealed ? <p>Your word is sealed. Come back for the draw.</p> : null;
  const known = isToOpen && own.sealed !== null ? keptWord(id, own.sealed) : null;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const answered = isToSeal
      ? await sealWord(id, word, (seal) => askPromotion(name, { do: 'seal', seal } as never))
      : await askPromotion(name, { do: 'open-seal', word: known ?? word } as never);
    setFault(answered.ok ? null : answered.refused.message);
    if (answered.ok && isToOpen && own.sealed !== null) dropWord(id, own.sealed);
    onDone();
  };
  return (
    <form className="say-form" aria-label="Your word in the draw" onSubmit={(event) => void send(event)}>
      {known === null && (
        <label>
          {isToSeal
            ? 'Put a word of yours into the draw, so that nobody can know what comes of it. Only its hash is shown until the draw is called.'
            : 'The draw is called: open the word that you sealed.'}
          <input required maxLength={80} value={word} onChange={({ target }) => setWord(target.value)} />
        </label>
      )}
      {fault !== null && <p role="alert">{fault}</p>}
      <button type="submit" className={isToOpen ? 'main' : ''}>
        {isToSeal ? 'Seal it' : 'Open my word'}
      </button>
    </form>
  );
}

interface DrawnProps {
  readonly draw: DrawFile;
  readonly own: readonly string[];
  readonly nameOf: (prize: string) => string;
}

/** Who was drawn, and the means to draw again: here, or with the file anywhere. */
function Drawn({ draw, own, nameOf }: DrawnProps) {
  const [faults, setFaults] = useState<readonly string[] | null>(null);
  const file = `data:application/json,${encodeURIComponent(JSON.stringify(draw))}`;
  const again = async () => {
    const { faultsInDraw } = await import('./again.js');
    setFaults(faultsInDraw(draw));
  };
  return (
    <>
      <ol className="promotions-drawn">
        {draw.picked.map(({ prize, entry }) => (
          <li key={entry} data-own={own.includes(entry)}>
            <b>{entry}</b> <span>{prize === null ? 'reserve' : nameOf(prize)}</span>
            {own.includes(entry) && <em>yours</em>}
          </li>
        ))}
      </ol>
      <Find draw={draw} />
      <div className="promotions-acts">
        <button type="button" onClick={() => void again()}>
          Draw again here
        </button>
        <a className="button-link" href={file} download="draw.json">
          The file to draw from
        </a>
      </div>
      {faults && (
        <p role="status" className={faults.length === 0 ? 'promotions-sound' : 'promotions-wrong'}>
          {faults.length === 0
            ? `✓ Drawn again from ${draw.list.length} entries: the same.`
            : `Not the same: ${faults.join('; ')}.`}
        </p>
      )}
    </>
  );
}

/** Is this entry on the list? For whoever has a number and wants to see its line. */
function Find({ draw }: { draw: DrawFile }) {
  const [sought, setSought] = useState('');
  const asked = sought.trim().toUpperCase();
  const found = asked === '' ? null : draw.list.findIndex(([entry]) => entry === asked);
  const picked = draw.picked.findIndex(({ entry }) => entry === asked);
  return (
    <div className="promotions-find">
      <label>
        Find an entry on the list
        <input placeholder="E-17" value={sought} onChange={({ target }) => setSought(target.value)} />
      </label>
      {found !== null && (
        <p role="status">
          {found < 0
            ? `${asked} is not on the list.`
            : `${asked} is line ${found + 1} of ${draw.list.length}${picked < 0 ? ', and was not drawn.' : `, and was drawn as number ${picked + 1}.`}`}
        </p>
      )}
    </div>
  );
}
