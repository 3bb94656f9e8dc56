// Trace export of live runs: endpoint headers, status, and a test. Whether and where to send is a setting.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { defineMethod, nothing } from '../../protocol/method.ts';

export interface TracesInfo {
  /** Names of the headers that are sent; their values are in the keychain. */
  headers: string[];
  /**
   * They were saved for another address, or lost with the process that held them: nothing is sent until they are
   * entered again.
   */
  headersLost: boolean;
  /** Number of spans since the app started. */
  sent: number;
  queued: number;
  dropped: number;
  /** ISO 8601, UTC; null: never. */
  lastSentAt: string | null;
  /** Why the last attempt failed; null: it succeeded. */
  problem: { at: string; said: UserTextData } | null;
}

export type TracesEvent = { type: 'traces.changed'; info: TracesInfo };

export const tracesMethods = {
  'traces.info': defineMethod<TracesInfo>()('none', nothing),
  /** Replaces all headers. An empty value keeps the saved one. They are only sent to the address in the settings. */
  'traces.setHeaders': defineMethod<TracesInfo>()(
    'app',
    z.object({
      headers: z.array(z.object({ name: z.string().max(100), value: z.string().max(8192) })).max(20),
    }),
  ),
  /** Sends one span with the saved configuration; the error says what is wrong. */
  'traces.test': defineMethod<Record<string, never>>()('none', nothing),
} as const;
