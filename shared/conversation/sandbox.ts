// What is known of a call that ran in a sandbox, or would have where there is one: kept with its result (`details.sandbox`) and
// shown in its box.

import type { UserTextData } from '../core/sentence.ts';

/** What it tried at the edge and was refused. Paths are absolute. */
export type SandboxViolation =
  | { type: 'write' | 'read'; path: string }
  /** `port` null: by a program that goes around the proxy, and found no such name. */
  | { type: 'host'; host: string; port: number | null }
  /** It made a file that it may not make, which was set aside. */
  | { type: 'made'; path: string; movedTo: string }
  /** What it made there could not be looked at: it is not known that nothing in there runs by itself. */
  | { type: 'unchecked'; path: string };

export type SandboxDetails = Sandboxed | WithoutSandbox;

/** It was to run in one and ran outside, as a person or a rule allowed it: there is none here. */
export interface WithoutSandbox {
  kind: 'none';
  /** A sentence. */
  reason: UserTextData;
}

export interface Sandboxed {
  kind: 'bubblewrap' | 'seatbelt';
  /** Hosts that were open to it; empty: none. */
  network: string[];
  /** Those of its last run. */
  violations: SandboxViolation[];
  /** It was stopped at the edge, a person opened what it wanted, and it ran again from its beginning. */
  ranAgain?: true;
}

/** `name:port`, `[address]:port`, or the name alone. */
export function hostText({ host, port }: { host: string; port: number | null }): string {
  return typeof port === 'number' ? `${host.includes(':') ? `[${host}]` : host}:${port}` : host;
}

/** Reads what `hostText` writes. */
export function hostAndPort(text: string): { host: string; port: number | null } {
  const match = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text);
  return match ? { host: match[1] ?? match[2] ?? '', port: Number(match[3]) } : { host: text, port: null };
}
