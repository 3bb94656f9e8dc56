// Commands that run in the background.

import { z } from 'zod';
import type { SandboxRunDetails } from '../../conversation/sandbox.ts';
import { conversationId, defineMethod, type Nothing, nothing } from '../../protocol/method.ts';

/** A command that keeps running after the turn. */
export interface BackgroundCommand {
  /** The model's name for it: `bg_1` and so on within a conversation. */
  id: string;
  conversationId: string;
  command: string;
  cwd: string;
  pid: number;
  startedAt: string;
  state: 'running' | 'ended';
  exitCode: number | null;
  signal: string | null;
  /** Why it was ended: on request, by its timeout, or by the app quitting. Absent if it exited on its own. */
  endedBy?: 'request' | 'timeout' | 'app';
  /** Its sandbox, with denied accesses so far; complete once it has ended. */
  sandbox?: SandboxRunDetails;
  /** Size of its output, in UTF-8 bytes. */
  bytes: number;
  /** The last 2,000 characters of its output, at most. */
  tail: string;
}

export type ProcessEvent = { type: 'processes.changed'; commands: BackgroundCommand[] };

export const processMethods = {
  'process.list': defineMethod<{ commands: BackgroundCommand[] }>()('none', nothing),
  /** Returns a page of its output; offsets are UTF-8 bytes. */
  'process.output': defineMethod<{ text: string; offset: number; nextOffset: number | null; totalBytes: number }>()(
    'none',
    z.object({
      conversationId,
      processId: z.string().max(100),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1_000_000).default(100_000),
    }),
  ),
  /** Returns when it and everything it started have ended. */
  'process.end': defineMethod<Nothing>()('none', z.object({ conversationId, processId: z.string().max(100) })),
} as const;
