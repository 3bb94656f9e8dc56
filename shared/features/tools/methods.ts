// Tools: which there are, running one by hand, and reading a large result.

import { z } from 'zod';
import { conversationId, id, method, type Nothing } from '../../protocol/method.ts';
import type { ToolInfo } from './toolInfo.ts';

export const toolMethods = {
  /** A page of the whole text of a result, spilled or not. Offsets are bytes of UTF-8; a page ends between characters. */
  'toolResult.read': method<{ text: string; offset: number; nextOffset: number | null; totalBytes: number }>()(
    'none',
    z.object({
      conversationId,
      messageId: id,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1_000_000).default(100_000),
    }),
  ),
  /** Where a line of the whole result begins (of one that is not there the last), or which line stands at an offset. From 1. */
  'toolResult.place': method<{ offset: number; line: number }>()(
    'none',
    z.object({
      conversationId,
      messageId: id,
      line: z.number().int().min(1).optional(),
      offset: z.number().int().min(0).default(0),
    }),
  ),
  /** Places where `text` occurs in the whole result, without regard to case: at most `limit` of them. */
  'toolResult.search': method<{ matches: { offset: number; line: number; excerpt: string }[]; more: boolean }>()(
    'none',
    z.object({
      conversationId,
      messageId: id,
      text: z.string().min(1).max(1000),
      limit: z.number().int().max(1000).default(200),
    }),
  ),
  /** The tools that a conversation (or, null, a new one of the project) can use, switched off or not. */
  'tool.list': method<{ tools: (ToolInfo & { enabled: boolean; parameters: Record<string, unknown> })[] }>()(
    'none',
    z.object({ conversationId: conversationId.nullable(), projectId: id.nullable().default(null) }),
  ),
  /**
   * A person runs a tool: asked like any call. Answers when it has begun. The result is a `tool_run` record; `inContext`
   * false: it is not sent to the model.
   */
  'tool.run': method<Nothing>()(
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
