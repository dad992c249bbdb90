import { runProgram } from './program.js';

// `boxperson … | head` closes our output early: that is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

await runProgram(process.argv.slice(2));
