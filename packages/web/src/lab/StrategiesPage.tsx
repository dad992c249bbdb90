import { useState } from 'react';
import { ReadingPage } from '../reading/ReadingPage.js';
import { CompareStrategies } from './CompareStrategies.js';
import { useAsk } from './desk.js';
import { copy, save } from './files.js';
import { COMPARED_MAX, type Comparison, makeLink, type Setup } from './link.js';
import { useLinked } from './linked.js';
import { StrategyEditor } from './StrategyEditor.js';
import { StrategyResults } from './StrategyResults.js';
import { SetupFields, SignText } from './StrategySetup.js';
import { type ReadSetup, usePlays, useReadSetup } from './setup.js';

/** What is set on the page and compared; whatever changes makes the link that was copied an old one. */
function useStrategies() {
  const { setup, setSetup, comparison, setComparison, faults: linkFaults } = useLinked();
  const [copied, setCopied] = useState('');
  const change = (changes: Partial<Setup>) => {
    setCopied('');
    setSetup((before) => ({ ...before, ...changes }));
  };
  const compare = (changes: Partial<Comparison>) => {
    setCopied('');
    setComparison((before) => ({ ...before, ...changes }));
  };
  const share = async () => {
    const made = makeLink(setup, comparison);
    if (!made.ok) {
      setCopied(made.fault);
      return;
    }
    history.replaceState(null, '', `${location.pathname}#s=${made.packed}`);
    const where = (await copy(location.href)) ? 'clipboard' : 'address bar';
    setCopied(`The link is in the ${where}. ${made.leftOut}`.trim());
  };
  return { setup, change, comparison, compare, share, copied, linkFaults };
}

type Strategies = ReturnType<typeof useStrategies>;

interface PartProps {
  readonly strategies: Strategies;
  readonly read: ReadSetup;
}

function Acts({ strategies, read: { file, play } }: PartProps) {
  const { setup, comparison, compare, share, copied } = strategies;
  const { text, book, sign } = setup;
  const plays = usePlays(comparison);
  return (
    <div className="lab-acts">
      <button type="button" onClick={() => void share()}>
        Share by link
      </button>
      <button
        type="button"
        onClick={() => save(`${file?.name ?? 'strategy'}.json`, `${text}\n`, 'application/json')}
      >
        Strategy as JSON
      </button>
      <button
        type="button"
        disabled={play === null || plays.length >= COMPARED_MAX}
        onClick={() => play && compare({ entries: [...comparison.entries, { text, book, sign }] })}
      >
        Add to comparison
      </button>
      <span role="status">{copied}</span>
    </div>
  );
}

/** The strategy on one side, what it comes to on the other. */
function Both({ strategies, read }: PartProps) {
  const { setup, change } = strategies;
  const { play, seed, rolls } = read;
  const asked = useAsk('strategy', play && { ...play, pace: 100 }, 150);
  const refused = asked.answer && !asked.answer.ok && !asked.busy ? asked.answer.message : null;
  return (
    <div className="two-parts strategies">
      <div className="panel setup">
        <SetupFields setup={setup} read={read} change={change} />
        <StrategyEditor
          text={setup.text}
          faults={read.faults}
          refused={refused}
          change={(text) => change({ text })}
        />
        <SignText setup={setup} read={read} change={change} />
        <Acts strategies={strategies} read={read} />
      </div>
      <div className="results">
        {play ? (
          <StrategyResults play={play} asked={asked} seed={seed ?? 1} rolls={rolls ?? 10_000_000} />
        ) : (
          <p className="quiet">The figures come back when the strategy can be read.</p>
        )}
      </div>
    </div>
  );
}

function Compared({ strategies, read }: PartProps) {
  const { comparison, compare } = strategies;
  return (
    <section className="block" aria-labelledby="compare">
      <h2 id="compare">On the same dice</h2>
      <CompareStrategies
        plays={usePlays(comparison)}
        settings={comparison}
        seed={read.seed ?? 1}
        change={compare}
        remove={(at) => compare({ entries: comparison.entries.filter((_, index) => index !== at) })}
      />
    </section>
  );
}

export function StrategiesPage() {
  const strategies = useStrategies();
  const read = useReadSetup(strategies.setup);
  return (
    <ReadingPage
      title="Strategies"
      here="/lab/strategies"
      lead={
        <p>
          What a way to play costs in the long run, exactly; what an evening of it may bring; and a billion
          rolls of it.
        </p>
      }
    >
      {strategies.linkFaults.length > 0 && (
        <div role="alert" className="fault link-faults">
          {strategies.linkFaults.map((fault) => (
            <p key={fault}>{fault}</p>
          ))}
        </div>
      )}
      <Both strategies={strategies} read={read} />
      <Compared strategies={strategies} read={read} />
    </ReadingPage>
  );
}
