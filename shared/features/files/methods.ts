// Reading a file in the conversation's folder.

import { z } from 'zod';
import { conversationId, defineMethod } from '../../protocol/method.ts';

/**
 * A page of a text file in the project's folder. Offsets are bytes of the file in its own encoding; pages end between
 * characters.
 */
export interface FilePage {
  /** Relative to the folder, with `/`. */
  path: string;
  text: string;
  offset: number;
  nextOffset: number | null;
  totalBytes: number;
  /** Number of the page's first line, from 1. */
  firstLine: number;
}

export const fileMethods = {
  /** Returns a page of a file in the conversation's folder. PATH_OUTSIDE_PROJECT for other files. */
  'file.read': defineMethod<FilePage>()(
    'none',
    z.object({
      conversationId,
      path: z.string().min(1).max(4096),
      /** Where to start: a line from 1, or a byte offset. */
      line: z.number().int().min(1).optional(),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1_000_000).default(100_000),
    }),
  ),
  /** Returns which of these paths are files in the conversation's folder, as paths relative to it; null for the others. */
  'file.find': defineMethod<{ found: (string | null)[] }>()(
    'none',
    z.object({ conversationId, paths: z.array(z.string().min(1).max(4096)).max(200) }),
  ),
  /** Shows the file in the system's file manager, never opening or running it; false if the host has none. */
  'file.reveal': defineMethod<{ shown: boolean }>()(
    'none',
    z.object({ conversationId, path: z.string().min(1).max(4096) }),
  ),
} as const;
