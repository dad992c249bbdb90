import type { Proposal } from '@boxperson/offices';
import { useState } from 'react';
import { useCrew } from '../crew.js';
import { Card } from './Decisions.js';
import { sayWanted, useVoices } from './voices.js';

/** Late and oral wagers, and corrections, that one of the crew announced: a second voice makes them count, or not. */
export function Voices({ nameOf }: { nameOf: (id: string) => string }) {
  const [waiting, look] = useVoices();
  return waiting.map((proposal) => (
    <Voice key={proposal.id} proposal={proposal} nameOf={nameOf} onAnswered={look} />
  ));
}

interface VoiceProps {
  readonly proposal: Proposal;
  readonly nameOf: (id: string) => string;
  readonly onAnswered: () => void;
}

function Voice({ proposal, nameOf, onAnswered }: VoiceProps) {
  const { table, client, by, model, person } = useCrew();
  const [busy, setBusy] = useState(false);
  const isOwn = proposal.by.id === person.id;
  const say = async (how: 'confirm' | 'refuse' | 'withdraw'): Promise<void> => {
    setBusy(true);
    const answer =
      how === 'withdraw' ? await client.withdraw(proposal.id) : await client[how](proposal.id, by.role);
    setBusy(false);
    if (answer.kind === 'refused') model.refuse(answer.refused, proposal.wanted);
    onAnswered();
  };
  return (
    <Card
      kind="voice"
      says={sayWanted(table, proposal.wanted)}
      more={isOwn ? 'you announced it: another confirms' : `announced by ${nameOf(proposal.by.id)}`}
    >
      {isOwn ? (
        <button type="button" disabled={busy} onClick={() => void say('withdraw')}>
          Take it back
        </button>
      ) : (
        <>
          <button type="button" className="main" disabled={busy} onClick={() => void say('confirm')}>
            Confirm
          </button>
          <button type="button" disabled={busy} onClick={() => void say('refuse')}>
            Refuse
          </button>
        </>
      )}
    </Card>
  );
}
