// `/` entries of the composer.

import { z } from 'zod';
import { conversationId, defineMethod, id } from '../../protocol/method.ts';
import type { SlashEntry } from './slash.ts';

const projectId = id.nullable();
const name = z.string().min(1).max(400);

export const slashMethods = {
  /**
   * Returns all entries for a project, or a chat without one, by name. `pending`: servers that have not answered yet;
   * `slash.changed` follows. Untrusted folders are excluded.
   */
  'slash.list': defineMethod<{ entries: SlashEntry[]; pending: string[] }>()(
    'none',
    z.object({ projectId, conversationId: conversationId.nullable().default(null) }),
  ),
  /** Returns the text that an entry inserts, for the user to edit before sending. */
  'slash.expand': defineMethod<{ text: string }>()(
    'none',
    z.object({
      projectId,
      conversationId: conversationId.nullable().default(null),
      name,
      words: z.string().max(100_000).default(''),
    }),
  ),
  /** Returns argument values that match the typed text, best first; at most 100. `given`: the other arguments. */
  'slash.complete': defineMethod<{ values: string[] }>()(
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

/** The entries may have changed: read `slash.list` again. */
export type SlashEvent = { type: 'slash.changed' };
