// Exports a conversation for use elsewhere: as a page, as spans, or as another app's session, to save or to open there.
// Markdown and JSON are generated page by page: see `conversation.export`.

import { z } from 'zod';
import { conversationId, defineMethod, type Nothing } from '../../protocol/method.ts';
import { openInPrograms, writtenForms } from '../import/otherApps.ts';

/** Parts that a page can omit. */
export const pageParts = ['thinking', 'results'] as const;

export type PagePart = (typeof pageParts)[number];

/** An export's contents, for a user about to share it. */
export interface ExportContents {
  messages: number;
  calls: number;
  results: number;
  pictures: number;
  agents: number;
  /** Number of masked secrets. */
  hidden: number;
}

export interface PreparedExport {
  /** Pass it to `export.piece`. */
  exportId: string;
  /** The file's name. */
  name: string;
  bytes: number;
  /** If greater than 1, the file is an archive. */
  files: number;
  contents: ExportContents;
}

/** Where another app's session would be written, and how to continue it. */
export interface OpenInPlan {
  /** Id of the new session; pass it again to open it. */
  sessionId: string;
  /** The session's main file; related files go next to it. */
  file: string;
  /** A command line for a terminal. */
  command: string;
  /** Whether the app already keeps data on this machine. */
  isKnown: boolean;
}

const program = z.enum(openInPrograms);

export const exportMethods = {
  /**
   * Builds an export and keeps it until it is discarded, another is prepared, or the connection ends.
   * REQUEST_TOO_LARGE.
   */
  'export.prepare': defineMethod<PreparedExport>()(
    'none',
    z.object({
      conversationId,
      to: z.enum(writtenForms),
      language: z.enum(['en', 'zh']).default('en'),
      /** For spans: whether they include the conversation's text. */
      content: z.boolean().default(false),
      /** For a page. */
      without: z.array(z.enum(pageParts)).max(pageParts.length).default([]),
    }),
  ),
  'export.piece': defineMethod<{ base64: string; nextOffset: number | null }>()(
    'none',
    z.object({ exportId: z.string().max(100), offset: z.number().int().min(0) }),
  ),
  'export.discard': defineMethod<Nothing>()('none', z.object({})),
  /** Changes nothing. */
  'export.planOpenIn': defineMethod<OpenInPlan>()('none', z.object({ conversationId, program })),
  /** Writes the plan's files and never overwrites any. CONFIRMATION_NEEDED if they are outside the app's data. */
  'export.openIn': defineMethod<OpenInPlan>()('none', z.object({ conversationId, program, sessionId: z.uuid() })),
} as const;
