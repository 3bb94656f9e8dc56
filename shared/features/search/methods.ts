// Full-text search over all conversations.

import { z } from 'zod';
import { conversationId, defineMethod, id } from '../../protocol/method.ts';
import { tagSchema } from '../tags/methods.ts';
import { maxTags } from '../tags/tag.ts';

/** The matching text: `result` is a tool's output, `title` the conversation's name. */
export type SearchedPart = 'content' | 'arguments' | 'result' | 'error' | 'reasoning' | 'title';

/**
 * Search filters: user messages, model replies, call arguments, call results, errors (of replies and calls), titles.
 */
export const searchKinds = ['prompt', 'reply', 'arguments', 'result', 'error', 'title'] as const;

export type SearchKind = (typeof searchKinds)[number];

export interface SearchHit {
  conversationId: string;
  projectId: string;
  title: string;
  /** Null for a title. */
  messageId: string | null;
  role: 'user' | 'assistant' | 'tool' | 'system' | null;
  part: SearchedPart;
  /** Index of the call in its message; null unless `part` is `arguments`. */
  callIndex: number | null;
  toolName: string | null;
  createdAt: string;
  /** Offset of the match: UTF-8 bytes in a result, otherwise UTF-16 units. */
  place: number;
  /** The text around it, on one line. */
  snippet: string;
  /** Ranges of matches in the snippet, in UTF-16 units. */
  ranges: [number, number][];
}

export interface SearchStatus {
  /** False while the index is behind. */
  complete: boolean;
  /** Indexed conversations, and all. */
  done: number;
  total: number;
}

export interface SearchAnswer extends SearchStatus {
  hits: SearchHit[];
  /** True: more to search, from `cursor`. */
  more: boolean;
  cursor: string | null;
}

export const searchMethods = {
  /**
   * Searches all conversations, newest first: words separated by white space must all occur in one part of a message;
   * quotes search for a phrase. `more`: continue with `cursor`, even without hits so far. `complete` false: the index
   * is behind. PARAMS_INVALID with `details.reason` `too_short`: the message says what to type.
   */
  'search.query': defineMethod<SearchAnswer>()(
    'none',
    z.object({
      text: z.string().max(20_000),
      projectId: id.nullable().default(null),
      /** Only this conversation, on all branches, without its title. */
      conversationId: conversationId.nullable().default(null),
      /** Only these kinds and tools; empty: all. */
      kinds: z.array(z.enum(searchKinds)).default([]),
      tools: z.array(z.string().max(300)).max(200).default([]),
      /** Only conversations with all of these tags, and the agents that these started. */
      tags: z.array(tagSchema).max(maxTags).default([]),
      /** ISO 8601, UTC: earliest and latest time. */
      from: z.iso.datetime().nullable().default(null),
      to: z.iso.datetime().nullable().default(null),
      limit: z.number().int().min(1).max(500).default(50),
      cursor: z.string().max(200).nullable().default(null),
    }),
  ),
} as const;
