// A file of the conversation's folder.

import { z } from 'zod';
import { conversationId, method } from '../../protocol/method.ts';

/** A page of a text file of the project's folder. Offsets are bytes of the file, whatever its encoding; a page ends between characters. */
export interface FilePage {
  /** Relative to the folder, with `/`. */
  path: string;
  text: string;
  offset: number;
  nextOffset: number | null;
  totalBytes: number;
  /** The number of the first line of the page, from 1. */
  firstLine: number;
}

export const fileMethods = {
  /** A page of a file of the conversation's folder. PATH_OUTSIDE_PROJECT for anything else. */
  'file.read': method<FilePage>()(
    'none',
    z.object({
      conversationId,
      path: z.string().min(1).max(4096),
      /** Where to begin: a line, counted from 1, or an offset in bytes. */
      line: z.number().int().min(1).optional(),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1_000_000).default(100_000),
    }),
  ),
  /** Shows the file in the system's file manager; false where the host has none. It never opens or runs it. */
  'file.reveal': method<{ shown: boolean }>()('none', z.object({ conversationId, path: z.string().min(1).max(4096) })),
} as const;
