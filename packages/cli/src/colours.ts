import picocolors from 'picocolors';

const wanted = (env: NodeJS.ProcessEnv, stream: { isTTY?: boolean }): boolean => {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR'] !== undefined) return env['FORCE_COLOR'] !== '0';
  return stream.isTTY === true && env['TERM'] !== 'dumb';
};

/** Colours on a terminal only. Picocolors alone also colours files and pipes when `CI` is set. */
export const coloursFor = (stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv = process.env) =>
  picocolors.createColors(wanted(env, stream));
