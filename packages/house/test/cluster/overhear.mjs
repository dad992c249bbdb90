// Sits at the bus and writes down every event that nodes tell each other, as it was told.
import { connect } from 'nats';

/** Before the text of every message. */
const SEAL_LETTERS = 43;

const line = await connect({ servers: process.argv[2], maxReconnectAttempts: -1, reconnectTimeWait: 100 });
for await (const message of line.subscribe('boxperson.tests.>')) {
  const { said } = JSON.parse(message.string().slice(SEAL_LETTERS));
  for (const { t, seqs, events } of said)
    if (t === 'events') process.stdout.write(`${JSON.stringify({ seqs, events })}\n`);
}
