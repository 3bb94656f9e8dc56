// Files and folders that a message mentions with `@`.

import { z } from 'zod';
import { conversationId, id, method } from './protocol/method.ts';

/** A path of the project that fits what was typed. */
export interface PathCompletion {
  path: string;
  kind: 'file' | 'folder';
}

export const mentionMethods = {
  /** The text that a message sent for the file or folder it mentions; `part`: its place in the message's content. */
  'mention.read': method<{ text: string }>()(
    'none',
    z.object({ conversationId, messageId: id, part: z.number().int().min(0).max(10_000) }),
  ),
  /**
   * Files and folders of a project that fit what was typed after `@`, the best first. `complete` false: the folder is still
   * being read, and asking again may give more.
   */
  'mention.complete': method<{ paths: PathCompletion[]; complete: boolean }>()(
    'none',
    z.object({
      projectId: id,
      /** In whose folder, where it has one of its own. */
      conversationId: conversationId.nullable().default(null),
      text: z.string().max(1000),
      limit: z.number().int().min(1).max(100).default(20),
    }),
  ),
} as const;
