// What is known about a call's sandbox: stored with its result (`details.sandbox`) and shown in its box.

import type { UserTextData } from '../core/sentence.ts';

/** An access that the sandbox denied. Paths are absolute. */
export type SandboxViolation =
  | { type: 'write' | 'read'; path: string }
  /** `port` null: a program that bypasses the proxy failed to resolve the name. */
  | { type: 'host'; host: string; port: number | null }
  /** It created a forbidden file, which was moved aside. */
  | { type: 'made'; path: string; movedTo: string }
  /** A place it wrote to could not be checked, so it may contain something that runs automatically. */
  | { type: 'unchecked'; path: string };

export type SandboxDetails = SandboxRunDetails | WithoutSandbox;

/** Should have run in a sandbox, but none was available; a user or a rule allowed it to run outside. */
export interface WithoutSandbox {
  kind: 'none';
  /** A sentence. */
  reason: UserTextData;
}

export interface SandboxRunDetails {
  kind: 'bubblewrap' | 'seatbelt';
  /** Hosts it could reach; empty: none. */
  network: string[];
  /** From its last run. */
  violations: SandboxViolation[];
  /** The sandbox stopped it, the user opened what it needed, and it was rerun from the start. */
  ranAgain?: true;
}

/** Returns `name:port`, `[address]:port`, or just the name. */
export function hostText({ host, port }: { host: string; port: number | null }): string {
  return typeof port === 'number' ? `${host.includes(':') ? `[${host}]` : host}:${port}` : host;
}

/** Parses the output of `hostText`. */
export function parseHostAndPort(text: string): { host: string; port: number | null } {
  const match = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text);
  return match ? { host: match[1] ?? match[2] ?? '', port: Number(match[3]) } : { host: text, port: null };
}
