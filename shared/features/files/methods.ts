// Reading a file in the conversation's folder.

import { z } from 'zod';
import { conversationId, defineMethod } from '../../protocol/method.ts';
import type { PathCompletion } from './mentionMethods.ts';

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

export interface FolderEntry {
  name: string;
  kind: 'folder' | 'file' | 'link';
  /** By .gitignore. */
  ignored?: boolean;
}

export interface FolderListing {
  /** Relative to the conversation's folder, with `/`; empty for that folder. */
  path: string;
  /** Folders first, then by name. */
  entries: FolderEntry[];
  /** Entries that were left out of a very large folder. */
  more: number;
}

export interface TextMatch {
  path: string;
  line: number;
  /** Cut if it is very long. */
  text: string;
}

export interface TextMatches {
  matches: TextMatch[];
  /** False: there are more matches, or the search took too long. */
  complete: boolean;
}

export const fileMethods = {
  /** Returns the entries of one folder within the conversation's folder. Fails as `file.read` does. */
  'file.list': defineMethod<FolderListing>()('none', z.object({ conversationId, path: z.string().max(4096) })),
  /** Returns files and folders whose path matches the text, best first, without those excluded by .gitignore. */
  'file.names': defineMethod<{ paths: PathCompletion[]; complete: boolean }>()(
    'none',
    z.object({
      conversationId,
      text: z.string().min(1).max(1000),
      limit: z.number().int().min(1).max(500).default(200),
    }),
  ),
  /** Returns lines that contain the text, in any case, without files excluded by .gitignore. */
  'file.search': defineMethod<TextMatches>()(
    'none',
    z.object({
      conversationId,
      text: z
        .string()
        .min(1)
        .max(1000)
        .regex(/^[^\r\n\0]*$/),
      limit: z.number().int().min(1).max(2000).default(1000),
    }),
  ),
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
