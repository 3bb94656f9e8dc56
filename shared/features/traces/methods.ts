// Spans of runs that are sent to a trace store while one works: the headers of its endpoint, how it goes, and a test. Whether
// and where to is a setting.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { method, nothing } from '../../protocol/method.ts';

export interface TracesInfo {
  /** Names of the headers that are sent; their values are in the keychain. */
  headers: string[];
  /** They were saved for another address, or are gone with the process that held them: nothing is sent before they are entered. */
  headersLost: boolean;
  /** Spans, since the app was started. */
  sent: number;
  queued: number;
  dropped: number;
  /** ISO 8601, UTC; null: nothing was yet. */
  lastSentAt: string | null;
  /** Why the last attempt failed; null: it did not. */
  problem: { at: string; said: UserTextData } | null;
}

export const tracesMethods = {
  'traces.info': method<TracesInfo>()('none', nothing),
  /** All headers. An empty value keeps the saved one. They go to the address of the settings and to no other. */
  'traces.setHeaders': method<TracesInfo>()(
    'app',
    z.object({
      headers: z.array(z.object({ name: z.string().max(100), value: z.string().max(8192) })).max(20),
    }),
  ),
  /** Sends one span by what is saved; the error says what is wrong. */
  'traces.test': method<Record<string, never>>()('none', nothing),
} as const;
