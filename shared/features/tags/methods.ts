// Tags of conversations. Their names are in the rows of the list.

import { z } from 'zod';
import type { AppError } from '../../core/errors.ts';
import { conversationId, defineMethod } from '../../protocol/method.ts';
import { cleanTag, isTag, maxTaggedTogether, maxTagLength, maxTags } from './tag.ts';

/** A tag as a parameter; cleaned on arrival. */
export const tagSchema = z
  .string()
  .max(1000)
  .transform(cleanTag)
  .refine(isTag, { error: `a tag has 1 to ${maxTagLength} characters` });

const tagChange = z.object({
  conversationIds: z.array(conversationId).max(maxTaggedTogether),
  /** A tag that a conversation already has keeps its spelling, unless that spelling is removed. */
  add: z.array(tagSchema).max(maxTags).default([]),
  remove: z.array(tagSchema).max(maxTags).default([]),
});

export type TagChange = z.output<typeof tagChange>;

/** Result of a request. */
export interface TagReport {
  /** The request that undoes exactly what changed. */
  undo: TagChange[];
  failed: number;
  /** Why the first one failed. */
  error: AppError | null;
}

export const tagMethods = {
  /** Adds and removes tags. Continues after a conversation that fails. */
  'tags.change': defineMethod<TagReport>()(
    'app',
    z.object({ changes: z.array(tagChange).min(1).max(maxTaggedTogether) }),
  ),
} as const;
