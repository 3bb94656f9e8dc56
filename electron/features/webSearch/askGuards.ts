// What a backend request may reach, how much it reads, and its response.

import type { EnvironmentProxies } from '../../lib/environment.ts';
import type { LookupAll } from '../../tools/fetch/guardedLookup.ts';

export interface AskLimits {
  /** For everything together. */
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
   * The environment's proxies, for known addresses: the proxy resolves the name, so the target is not checked here.
   * Null connects directly.
   */
  proxies: EnvironmentProxies | null;
}

export interface BackendAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

export function firstHeaderValue(header: string | string[] | undefined): string {
  return (Array.isArray(header) ? header[0] : header) ?? '';
}
