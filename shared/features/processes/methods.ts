// Commands that go on in the background.

import { z } from 'zod';
import type { Sandboxed } from '../../conversation/sandbox.ts';
import { conversationId, method, type Nothing, nothing } from '../../protocol/method.ts';

/** A command that goes on while the conversation does. */
export interface BackgroundCommand {
  /** As the model names it: `bg_1` and so on within a conversation. */
  id: string;
  conversationId: string;
  command: string;
  cwd: string;
  pid: number;
  startedAt: string;
  state: 'running' | 'ended';
  exitCode: number | null;
  signal: string | null;
  /** Why it has ended, where it did not by itself: somebody ended it, its time was up, or it ended with the app. */
  endedBy?: 'request' | 'timeout' | 'app';
  /** It runs in the sandbox: what it was stopped at there so far, all of it when it has ended. */
  sandbox?: Sandboxed;
  /** How much it has printed, in bytes of UTF-8. */
  bytes: number;
  /** The end of what it has printed, at most 2,000 characters. */
  tail: string;
}

export type ProcessEvent = { type: 'processes.changed'; commands: BackgroundCommand[] };

export const processMethods = {
  'process.list': method<{ commands: BackgroundCommand[] }>()('none', nothing),
  /** A page of what it has printed; offsets are bytes of UTF-8. */
  'process.output': method<{ text: string; offset: number; nextOffset: number | null; totalBytes: number }>()(
    'none',
    z.object({
      conversationId,
      processId: z.string().max(100),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1_000_000).default(100_000),
    }),
  ),
  /** Answers when it and everything it started are gone. */
  'process.end': method<Nothing>()('none', z.object({ conversationId, processId: z.string().max(100) })),
} as const;
