// A conversation as a file for elsewhere: as a page, as spans, or as another program's session, to save or to go on with there.
// Markdown and JSON, which are made piece by piece: `conversation.export`.

import { z } from 'zod';
import { conversationId, method, type Nothing } from '../../protocol/method.ts';
import { openInPrograms, writtenForms } from '../import/otherApps.ts';

/** What may be left out of a page. */
export const pageParts = ['thinking', 'results'] as const;

export type PagePart = (typeof pageParts)[number];

/** What is in an export, for the person who is about to hand it to somebody. */
export interface ExportContents {
  messages: number;
  calls: number;
  results: number;
  pictures: number;
  agents: number;
  /** Places where a secret stood. */
  hidden: number;
}

export interface PreparedExport {
  /** Names it to `export.piece`. */
  exportId: string;
  /** Of the file. */
  name: string;
  bytes: number;
  /** More than one: the file is an archive of them. */
  files: number;
  contents: ExportContents;
}

/** Where a conversation would be put for a program, and how it is continued there. */
export interface OpenInPlan {
  /** The new session's, by which it is asked for again. */
  sessionId: string;
  /** Of the conversation itself; what belongs to it is beside it. */
  file: string;
  /** For a terminal. */
  command: string;
  /** Whether the program keeps anything on this machine yet. */
  isKnown: boolean;
}

const program = z.enum(openInPrograms);

export const exportMethods = {
  /** Makes it and keeps it until the connection ends, another is prepared or it is discarded. REQUEST_TOO_LARGE. */
  'export.prepare': method<PreparedExport>()(
    'none',
    z.object({
      conversationId,
      to: z.enum(writtenForms),
      language: z.enum(['en', 'zh']).default('en'),
      /** Of spans: whether what was said is in them. */
      content: z.boolean().default(false),
      /** Of a page. */
      without: z.array(z.enum(pageParts)).max(pageParts.length).default([]),
    }),
  ),
  'export.piece': method<{ base64: string; nextOffset: number | null }>()(
    'none',
    z.object({ exportId: z.string().max(100), offset: z.number().int().min(0) }),
  ),
  'export.discard': method<Nothing>()('none', z.object({})),
  /** Changes nothing. */
  'export.planOpenIn': method<OpenInPlan>()('none', z.object({ conversationId, program })),
  /** Writes what the plan said. CONFIRMATION_NEEDED where that is outside of the app's data. Overwrites nothing. */
  'export.openIn': method<OpenInPlan>()('none', z.object({ conversationId, program, sessionId: z.uuid() })),
} as const;
