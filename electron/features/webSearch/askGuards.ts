// What a question to a backend may reach, how much it takes, and what comes back.

import type { EnvironmentProxies } from '../../lib/environment.ts';
import type { LookupAll } from '../../tools/fetch/guardedLookup.ts';

export interface AskLimits {
  /** Of everything together. */
  timeoutMs: number;
  connectTimeoutMs: number;
  bytes: number;
}

export const defaultAskLimits: AskLimits = { timeoutMs: 20_000, connectTimeoutMs: 10_000, bytes: 2 * 1024 * 1024 };

export interface AskGuards {
  lookup: LookupAll;
  whyNotAddress(address: string): string | null;
  limits: AskLimits;
  /**
   * Of the environment, for an address that is known beforehand: the proxy looks up the name itself, so what it leads to is
   * not seen here. Null: the connection is made from here.
   */
  proxies: EnvironmentProxies | null;
}

export interface BackendAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

export function one(header: string | string[] | undefined): string {
  return (Array.isArray(header) ? header[0] : header) ?? '';
}
