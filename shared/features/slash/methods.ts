// What can be called with `/` in a message.

import { z } from 'zod';
import { conversationId, id, method } from '../../protocol/method.ts';
import type { SlashEntry } from './slash.ts';

const projectId = id.nullable();
const name = z.string().min(1).max(400);

export const slashMethods = {
  /**
   * All entries for a project, or for a chat without one, by name. `pending`: servers that have not answered yet; `slash.changed` follows. Nothing of a
   * folder that is not trusted is among them.
   */
  'slash.list': method<{ entries: SlashEntry[]; pending: string[] }>()(
    'none',
    z.object({ projectId, conversationId: conversationId.nullable().default(null) }),
  ),
  /** The text that an entry puts into a message, for the person to read and change before it is sent. */
  'slash.expand': method<{ text: string }>()(
    'none',
    z.object({
      projectId,
      conversationId: conversationId.nullable().default(null),
      name,
      words: z.string().max(100_000).default(''),
    }),
  ),
  /** Values for an argument of an entry that fit what was typed, the best first; at most 100. `given`: the other arguments. */
  'slash.complete': method<{ values: string[] }>()(
    'none',
    z.object({
      projectId,
      conversationId: conversationId.nullable().default(null),
      name,
      argument: z.string().min(1).max(400),
      text: z.string().max(10_000),
      given: z.record(z.string().max(400), z.string().max(10_000)).default({}),
    }),
  ),
} as const;

/** What can be called may have changed: `slash.list` says how. */
export type SlashEvent = { type: 'slash.changed' };
