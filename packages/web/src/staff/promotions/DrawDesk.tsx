import type { Answered } from '@boxperson/house/client';
import { hashResult, type Promotion } from '@boxperson/offices';
import { type FormEvent, useState } from 'react';
import { Button, Form } from 'react-aria-components';
import { Line } from '../../ui/staff/Field.js';
import { tell } from '../../ui/staff/Toast.js';
import { dropWord, keptWord, sealWord } from '../../ui/word.js';
import type { BooksProps } from '../books/index.js';
import { api } from '../session.js';
import { useNames, useStaff } from '../staff.js';
import { Pair } from '../Thing.js';

interface DrawProps extends BooksProps {
  readonly state: Promotion;
}

const Hash = ({ text }: { text: string }) => <code className="promotion-hash">{text}</code>;

/** The draw as it stands, and for its scrutineer what is to be signed. */
export function DrawDesk(props: DrawProps) {
  const { state } = props;
  const { frozen, draw, scrutineer, signed, seals } = state;
  const nameOf = useNames();
  const { person } = useStaff();
  if (!frozen && scrutineer === null) return null;
  const open = seals.filter(({ word }) => word !== null).length;
  return (
    <section className="panel promo-part" aria-labelledby="the-draw">
      <h3 id="the-draw">The draw</h3>
      <dl className="thing">
        {scrutineer !== null && (
          <Pair name="Scrutineer">
            {nameOf(scrutineer) ?? (scrutineer === person.id ? person.name : 'appointed')}
          </Pair>
        )}
        {frozen && <Pair name="Entries on the list">{frozen.list.length}</Pair>}
        {frozen && (
          <Pair name="Hash of the list">
            <Hash text={frozen.hash} /> {signed.before && <Signed />}
          </Pair>
        )}
        <Pair name="Words sealed">
          {seals.length === 0 ? 'none yet' : `${seals.length}, ${open} of them open`}
        </Pair>
        {draw && (
          <Pair name="Hash of the result">
            <Hash text={hashResult(draw.result)} /> {signed.after && <Signed />}
          </Pair>
        )}
      </dl>
      {scrutineer === person.id && props.place.id === 'scrutineer' && <Sign {...props} />}
    </section>
  );
}

const Signed = () => <span className="promo-signed">✓ signed for</span>;

/** What the scrutineer does next; nothing when it is others' turn. */
function Sign(props: DrawProps) {
  const { state } = props;
  const { person } = useStaff();
  const mine = state.seals.find((one) => one.person === person.id);
  if (state.doubt) return null;
  if (state.stage === 'frozen' && !state.signed.before) return <SignList {...props} />;
  if (state.stage === 'called' && mine && mine.word === null) return <OpenWord {...props} seal={mine.seal} />;
  if (state.stage === 'drawn' && !state.signed.after) return <SignResult {...props} />;
  return null;
}

/** Said to this promotion; what was refused is shown where somebody pressed. */
function useSaying({ matter = '' }: DrawProps) {
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const say = async (command: { readonly do: string }, done: string): Promise<Answered> => {
    setBusy(true);
    setFault(null);
    const answered = await api.submit(`promotions/${matter}`, command);
    setBusy(false);
    if (answered.ok) tell(done);
    else setFault(answered.refused.message);
    return answered;
  };
  return { fault, busy, say };
}

const Fault = ({ fault }: { fault: string | null }) =>
  fault === null ? null : (
    <p role="alert" className="form-fault">
      {fault}
    </p>
  );

/** The word is kept in this browser until it is opened; only its hash goes out. */
function SignList(props: DrawProps) {
  const { state } = props;
  const { fault, busy, say } = useSaying(props);
  const [word, setWord] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    const hash = state.frozen?.hash;
    void sealWord(state.id, word, (seal) => say({ do: 'sign-before', hash, seal } as never, 'Signed.'));
  };
  return (
    <Form className="form" aria-label="Sign for the list" onSubmit={send}>
      <p>
        You sign for the {state.frozen?.list.length} entries of the frozen list, which anybody may read on the
        page of the promotion. The word that you choose goes into the draw: nobody else knows it before the
        draw is called, so nobody can know what will be drawn.
      </p>
      <Line
        label="A word of yours"
        help="Write it down: this browser keeps it for you, and you will need it when the draw is called."
        value={word}
        change={setWord}
      />
      <Fault fault={fault} />
      <div className="form-acts">
        <Button type="submit" className="main" isPending={busy} isDisabled={word.trim() === ''}>
          Sign for the list
        </Button>
      </div>
    </Form>
  );
}

function OpenWord({ seal, ...props }: DrawProps & { seal: string }) {
  const { fault, busy, say } = useSaying(props);
  const { id } = props.state;
  const [word, setWord] = useState(() => keptWord(id, seal) ?? '');
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const { ok } = await say({ do: 'open-seal', word } as never, 'Your word is open.');
    if (ok) dropWord(id, seal);
  };
  return (
    <Form className="form" aria-label="Open your word" onSubmit={(event) => void send(event)}>
      <p>The draw is called. It waits for your word.</p>
      <Line label="The word that you sealed" value={word} change={setWord} />
      <Fault fault={fault} />
      <div className="form-acts">
        <Button type="submit" className="main" isPending={busy}>
          Open your word
        </Button>
      </div>
    </Form>
  );
}

function SignResult(props: DrawProps) {
  const { draw } = props.state;
  const { fault, busy, say } = useSaying(props);
  const hash = draw && hashResult(draw.result);
  return (
    <div className="form">
      <p>
        {draw?.result.picked.filter(({ prize }) => prize !== null).length} prizes and{' '}
        {draw?.result.picked.filter(({ prize }) => prize === null).length} reserves were drawn. Nobody is
        told, claims or is paid before you have signed.
      </p>
      <Fault fault={fault} />
      <div className="form-acts">
        <Button
          className="main"
          isPending={busy}
          onPress={() => void say({ do: 'sign-after', hash } as never, 'Signed.')}
        >
          Sign for the result
        </Button>
      </div>
    </div>
  );
}
