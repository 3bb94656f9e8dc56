// The command of the odd agent, for the settings of an app under test or for `spawn`.

import { fileURLToPath } from 'node:url';
import type { Oddity } from './oddities.ts';

export interface OddAgentOptions {
  /** A folder that exists; sessions live on in it. */
  sessions: string;
  /** `NAME` or `NAME:VALUE`. */
  odd?: readonly (Oddity | `${Oddity}:${string}`)[];
  /** Receives every message. */
  log?: string;
}

/** The program and its arguments. */
export function oddAgentCommand({ sessions, odd = [], log }: OddAgentOptions): string[] {
  const script = fileURLToPath(new URL('./oddAgent.ts', import.meta.url));
  return [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    script,
    `--sessions=${sessions}`,
    ...odd.map((name) => `--odd=${name}`),
    ...(log === undefined ? [] : [`--log=${log}`]),
  ];
}

/** The command that repeats what OpenCode was recorded doing. `state`: a file for where it has got to. */
export function recordedOpenCode(state: string): string[] {
  const script = fileURLToPath(new URL('./recordedAgent.ts', import.meta.url));
  const exchange = fileURLToPath(new URL('./openCode-1.18.33.jsonl', import.meta.url));
  return [process.execPath, '--disable-warning=ExperimentalWarning', script, exchange, state];
}
