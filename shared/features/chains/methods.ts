// Tool calls as lists: of one conversation, and of all.

import { z } from 'zod';
import type { ChainCall, ChainTurn } from '../../conversation/chain.ts';
import type { LiveCall } from '../../conversation/event.ts';
import { outcomes } from '../../conversation/message.ts';
import { conversationId, defineMethod, id, nothing } from '../../protocol/method.ts';

/** A page of a chain; `first` of a turn is an index into the whole chain. */
export interface ChainPiece {
  calls: ChainCall[];
  /** All turns, on the first page only. */
  turns: ChainTurn[];
  /** Number of calls in the chain. */
  total: number;
  /** Null: this is the last page. */
  cursor: string | null;
}

/** A call that matches a query over all conversations. */
export interface CallMatch extends ChainCall {
  /** Set while the call is live; `outcome` is not final yet. */
  live?: LiveCall['state'];
  title: string;
  projectId: string;
  /** For a sub-agent's call: the call that the agent belongs to, in a conversation the user opened. */
  within: { conversationId: string; messageId: string; index: number; title: string } | null;
  /** The match, on one line; ranges are UTF-16 units of the snippet. `place` as in a search hit. */
  match: { part: 'arguments' | 'result'; place: number; snippet: string; ranges: [number, number][] } | null;
}

export interface ChainAnswer {
  /** Newest first. */
  calls: CallMatch[];
  /** True: time or limit reached; continue with `cursor`, even if `calls` is empty. */
  more: boolean;
  cursor: string | null;
  /** False while the index is behind. */
  complete: boolean;
  done: number;
  total: number;
}

/** Filter options: names of all tools that were ever called, most used first. */
export interface ChainFacets {
  tools: { name: string; count: number }[];
}

export const chainMethods = {
  /**
   * Returns every call of the active branch, oldest first, page by page: `cursor` is null for the first page, and null
   * in the response to the last. PARAMS_INVALID: the pages were requested too slowly; start again.
   */
  'chain.read': defineMethod<ChainPiece>()(
    'none',
    z.object({ conversationId, cursor: z.string().max(200).nullable().default(null) }),
  ),
  /**
   * Returns calls of all conversations, newest first. `text` is searched in arguments, results and errors;
   * PARAMS_INVALID: too short. `from` and `until`: request time, ISO 8601.
   */
  'chain.query': defineMethod<ChainAnswer>()(
    'none',
    z.object({
      text: z.string().max(20_000).default(''),
      tools: z.array(z.string().max(300)).max(200).default([]),
      outcomes: z.array(z.enum(outcomes)).default([]),
      /** Only calls that changed files. */
      changed: z.boolean().default(false),
      projectId: id.nullable().default(null),
      /** Only this conversation's. */
      conversationId: id.nullable().default(null),
      from: z.iso.datetime().nullable().default(null),
      until: z.iso.datetime().nullable().default(null),
      limit: z.number().int().min(1).max(500).default(100),
      cursor: z.string().max(400).nullable().default(null),
    }),
  ),
  'chain.facets': defineMethod<ChainFacets>()('none', nothing),
} as const;
