// What can be called with `/` in a message.

import { z } from 'zod';
import type { SlashEntry } from '../slash.ts';
import { conversationId, id, method } from './protocol/method.ts';

export const slashMethods = {
  /**
   * All entries for a project, by name. `pending`: servers that have not answered yet; `slash.changed` follows. Nothing of a
   * folder that is not trusted is among them.
   */
  'slash.list': method<{ entries: SlashEntry[]; pending: string[] }>()(
    'none',
    z.object({ projectId: id, conversationId: conversationId.nullable().default(null) }),
  ),
  /** Values for an argument of an entry that fit what was typed, the best first; at most 100. `given`: the other arguments. */
  'slash.complete': method<{ values: string[] }>()(
    'none',
    z.object({
      projectId: id,
      conversationId: conversationId.nullable().default(null),
      name: z.string().min(1).max(400),
      argument: z.string().min(1).max(400),
      text: z.string().max(10_000),
      given: z.record(z.string().max(400), z.string().max(10_000)).default({}),
    }),
  ),
} as const;

/** What can be called may have changed: `slash.list` says how. */
export type SlashEvent = { type: 'slash.changed' };
