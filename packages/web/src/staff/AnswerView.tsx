import { REVEALED } from '@boxperson/offices';
import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { wordsOf } from '../ui/form/shape.js';
import { When } from '../ui/staff/When.js';
import { Pair, Thing } from './Thing.js';

/** What the house answered to something that was done. */
export interface Given {
  readonly title: string;
  readonly answer: Readonly<Record<string, unknown>>;
}

const isSecret = (name: string): boolean => (REVEALED as readonly string[]).includes(name);
/** Where it stands in its stream, and which secret is shown, is nothing to read. */
const UNSAID: readonly string[] = ['n', 'reveals', 'proposal', 'lapsesAt'];

/** What came of it. Secrets are shown this once; whoever closes it has seen them. */
export function AnswerView({ given, onClose }: { given: Given; onClose: () => void }) {
  const head = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer is read out, too
  useEffect(() => head.current?.focus(), [given]);
  const { proposal, lapsesAt } = given.answer;
  const isWaiting = typeof proposal === 'string';
  const shown = Object.entries(given.answer);
  const rest = shown.filter(([name]) => !isSecret(name) && !UNSAID.includes(name));
  return (
    <section className="panel staff-answer" aria-label="What came of it">
      <div>
        <h2 ref={head} tabIndex={-1}>
          {isWaiting ? `Proposed. ${given.title}` : given.title}
        </h2>
        {isWaiting && (
          <p>
            Nothing has happened yet: it waits for a second person until <When at={Number(lapsesAt)} />.
          </p>
        )}
        {shown
          .filter(([name]) => isSecret(name))
          .map(([name, value]) => (
            <Secret key={name} name={name} value={String(value)} />
          ))}
        <dl className="thing">
          {rest.map(([name, value]) => (
            <Pair key={name} name={wordsOf(name)}>
              <Short name={name} value={value} />
            </Pair>
          ))}
        </dl>
      </div>
      <Button onPress={onClose}>Put away</Button>
    </section>
  );
}

interface Somebody {
  readonly id: string;
  readonly name: string;
  readonly kind?: string;
  readonly login?: string;
  readonly card?: string;
}
const isSomebody = (value: unknown): value is Somebody =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value;

/** Somebody in one line; anything else as it is. */
const Short = ({ name, value }: { name: string; value: unknown }) =>
  isSomebody(value) ? (
    [value.name, value.login ?? value.card ?? value.kind].filter(Boolean).join(' · ')
  ) : (
    <Thing name={name} value={value} />
  );

/** A secret that nobody keeps. */
function Secret({ name, value }: { name: string; value: string }) {
  const code = useRef<HTMLElement>(null);
  const [says, setSays] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setSays('Copied.');
    } catch {
      // A page that came without encryption may not copy: it is marked, to be copied by hand.
      if (code.current) getSelection()?.selectAllChildren(code.current);
      setSays('Marked: copy it by hand.');
    }
  };
  const what = name === 'pin' ? 'PIN' : wordsOf(name).toLowerCase();
  return (
    <div className="staff-secret">
      <p>The {what}, shown this once: hand it over and let nobody else see it.</p>
      <p>
        <code ref={code} data-secret={name}>
          {value}
        </code>
        <Button onPress={() => void copy()}>Copy {what}</Button>
        <span role="status">{says}</span>
      </p>
    </div>
  );
}
