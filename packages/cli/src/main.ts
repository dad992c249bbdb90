import { runProgram } from './program.js';

// `boxperson … | head` closes our output early: that is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

// What cannot be said of an error, on a full disk or to a reader who is gone, is no further one: a house stays open.
process.stderr.on('error', () => {});

await runProgram(process.argv.slice(2));
