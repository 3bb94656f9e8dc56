// Tools: listing, running one manually, and reading large results.

import { z } from 'zod';
import { conversationId, defineMethod, id, type Nothing } from '../../protocol/method.ts';
import type { ToolInfo } from './toolInfo.ts';

export const toolMethods = {
  /** Returns a page of a result's whole text, spilled or not. Offsets are UTF-8 bytes; pages end between characters. */
  'toolResult.read': defineMethod<{ text: string; offset: number; nextOffset: number | null; totalBytes: number }>()(
    'none',
    z.object({
      conversationId,
      messageId: id,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1_000_000).default(100_000),
    }),
  ),
  /**
   * Returns where a line of the whole result starts (past the end: the last line), or the line at an offset. Lines
   * count from 1.
   */
  'toolResult.place': defineMethod<{ offset: number; line: number }>()(
    'none',
    z.object({
      conversationId,
      messageId: id,
      line: z.number().int().min(1).optional(),
      offset: z.number().int().min(0).default(0),
    }),
  ),
  /** Returns case-insensitive matches of `text` in the whole result, at most `limit`. */
  'toolResult.search': defineMethod<{ matches: { offset: number; line: number; excerpt: string }[]; more: boolean }>()(
    'none',
    z.object({
      conversationId,
      messageId: id,
      text: z.string().min(1).max(1000),
      limit: z.number().int().max(1000).default(200),
    }),
  ),
  /** Returns the tools that a conversation (null: a new one of the project) can use, including disabled ones. */
  'tool.list': defineMethod<{ tools: (ToolInfo & { enabled: boolean; parameters: Record<string, unknown> })[] }>()(
    'none',
    z.object({ conversationId: conversationId.nullable(), projectId: id.nullable().default(null) }),
  ),
  /**
   * Runs a tool manually, with the usual approval. Returns when it has started. The result is a `tool_run` record;
   * `inContext` false: it is not sent to the model.
   */
  'tool.run': defineMethod<Nothing>()(
    'conversation',
    z.object({
      conversationId,
      toolName: z.string().min(1).max(200),
      /** JSON text. */
      arguments: z.string().max(2_000_000),
      inContext: z.boolean().default(true),
    }),
  ),
} as const;
