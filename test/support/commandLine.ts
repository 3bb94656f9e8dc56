// Runs the command line like a user: the built entry point in its own process.

import { fileURLToPath } from 'node:url';
import { type Finished, type Started, startProgram } from './program.ts';

export type { Finished, Started } from './program.ts';

export const doors = fileURLToPath(new URL('../../out/', import.meta.url));
/** Node's compile cache, shared by all starts. */
export const compileCache = { NODE_COMPILE_CACHE: `${doors}compiled` };

export function startThroughline(args: readonly string[], env: Record<string, string> = {}, input?: string): Started {
  return startProgram(`${doors}cli.js`, args, {
    env: { ...compileCache, ...env },
    ...(input === undefined ? {} : { input }),
  });
}

export function throughline(
  args: readonly string[],
  env: Record<string, string> = {},
  input?: string,
): Promise<Finished> {
  return startThroughline(args, env, input).finished;
}
