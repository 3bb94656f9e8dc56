// Tool calls as a list: of one conversation, and of all.

import { z } from 'zod';
import type { ChainCall, ChainTurn } from '../../conversation/chain.ts';
import type { LiveCall } from '../../conversation/event.ts';
import { outcomes } from '../../conversation/message.ts';
import { conversationId, id, method, nothing } from '../../protocol/method.ts';

/** A piece of a chain; `first` of a turn counts from the beginning of the chain. */
export interface ChainPiece {
  calls: ChainCall[];
  /** All of them, with the first piece. */
  turns: ChainTurn[];
  /** How many calls the chain has. */
  total: number;
  /** Null: this was the last piece. */
  cursor: string | null;
}

/** A call found among all conversations. */
export interface CallMatch extends ChainCall {
  /** It goes on now; `outcome` says nothing of it yet. */
  live?: LiveCall['state'];
  title: string;
  projectId: string;
  /** Set for a call of a sub-agent: the call that the agent belongs to, in a conversation that a person opened. */
  within: { conversationId: string; messageId: string; index: number; title: string } | null;
  /** Where the text was found, on one line; ranges are UTF-16 units of the snippet. `place` as in a search hit. */
  match: { part: 'arguments' | 'result'; place: number; snippet: string; ranges: [number, number][] } | null;
}

export interface ChainAnswer {
  /** Newest first. */
  calls: CallMatch[];
  /** True: time or the limit was up; go on with `cursor`, also where `calls` is empty. */
  more: boolean;
  cursor: string | null;
  /** False while there is something that the index does not know yet. */
  complete: boolean;
  done: number;
  total: number;
}

/** What can be filtered by: the names of tools that were ever called, the most used first. */
export interface ChainFacets {
  tools: { name: string; count: number }[];
}

export const chainMethods = {
  /**
   * Every call of the open branch, oldest first, in pieces: `cursor` null is the first, an answer's null says that it was
   * the last. PARAMS_INVALID: the pieces were too long in coming; begin again.
   */
  'chain.read': method<ChainPiece>()(
    'none',
    z.object({ conversationId, cursor: z.string().max(200).nullable().default(null) }),
  ),
  /**
   * Calls of all conversations, newest first. `text` is looked for in arguments, results and errors; PARAMS_INVALID: too short.
   * `from` and `until`: asked for in this time, ISO 8601.
   */
  'chain.query': method<ChainAnswer>()(
    'none',
    z.object({
      text: z.string().max(20_000).default(''),
      tools: z.array(z.string().max(300)).max(200).default([]),
      outcomes: z.array(z.enum(outcomes)).default([]),
      /** Only those that changed files. */
      changed: z.boolean().default(false),
      projectId: id.nullable().default(null),
      /** Only of this one. */
      conversationId: id.nullable().default(null),
      from: z.iso.datetime().nullable().default(null),
      until: z.iso.datetime().nullable().default(null),
      limit: z.number().int().min(1).max(500).default(100),
      cursor: z.string().max(400).nullable().default(null),
    }),
  ),
  'chain.facets': method<ChainFacets>()('none', nothing),
} as const;
