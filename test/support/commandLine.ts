// Runs the command line as a person does: the built door in a process of its own.

import { fileURLToPath } from 'node:url';
import { type Finished, type Started, startProgram } from './program.ts';

export type { Finished, Started } from './program.ts';

export const doors = fileURLToPath(new URL('../../out/', import.meta.url));

export function startThroughline(args: readonly string[], env: Record<string, string> = {}): Started {
  return startProgram(`${doors}cli.js`, args, { env });
}

export function throughline(args: readonly string[], env: Record<string, string> = {}): Promise<Finished> {
  return startThroughline(args, env).finished;
}
