// What a fetch may reach, and how much it may read.

import { maxImageBytes } from '../../../shared/core/imageType.ts';
import type { LookupAll } from './guardedLookup.ts';

export interface FetchLimits {
  /** For everything, including redirects. */
  timeoutMs: number;
  connectTimeoutMs: number;
  redirects: number;
  textBytes: number;
  imageBytes: number;
}

export const defaultLimits: FetchLimits = {
  timeoutMs: 30_000,
  connectTimeoutMs: 10_000,
  redirects: 5,
  textBytes: 2 * 1024 * 1024,
  imageBytes: maxImageBytes,
};

export interface FetchGuards {
  lookup: LookupAll;
  whyNotAddress(address: string): string | null;
  whyNotName(hostname: string): string | null;
  limits: FetchLimits;
}
