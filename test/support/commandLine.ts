// Runs the command line as a person does: the built door in a process of its own.

import { fileURLToPath } from 'node:url';
import { type Finished, type Started, startProgram } from './program.ts';

export type { Finished, Started } from './program.ts';

export const doors = fileURLToPath(new URL('../../out/', import.meta.url));
/** What Node compiles of the doors is kept from one start to the next. */
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
