// Search in everything that was said and done.

import { z } from 'zod';
import { conversationId, id, method } from '../../protocol/method.ts';

/** Which text of a record was found: `result` is what a tool returned, `title` the name of the conversation. */
export type SearchedPart = 'content' | 'arguments' | 'result' | 'error' | 'reasoning' | 'title';

/** What a search can be limited to: the person's messages, the model's replies, what calls were given, what they returned,
 * what went wrong (of replies and of calls that failed), names of conversations. */
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
  /** The place of the call in its message; null unless `part` is `arguments`. */
  callIndex: number | null;
  toolName: string | null;
  createdAt: string;
  /** Where the match that is shown begins in the text: bytes of UTF-8 in a result, else UTF-16 units. */
  place: number;
  /** What stands around it, on one line. */
  snippet: string;
  /** Where matches begin and end in the snippet, in UTF-16 units. */
  ranges: [number, number][];
}

export interface SearchStatus {
  /** False while there is something that the search does not know yet. */
  complete: boolean;
  /** Conversations that it knows, of how many there are. */
  done: number;
  total: number;
}

export interface SearchAnswer extends SearchStatus {
  hits: SearchHit[];
  /** True when there is more to look through, from `cursor` on. */
  more: boolean;
  cursor: string | null;
}

export const searchMethods = {
  /**
   * Everything that was said and done, newest first: words separated by white space must all occur in one part of a message,
   * "quotes" hold a phrase. `more`: go on with `cursor`, also where there are no hits yet. `complete` false: the index has
   * not followed everything yet. PARAMS_INVALID with `details.reason` `too_short`: the message says what to type.
   */
  'search.query': method<SearchAnswer>()(
    'none',
    z.object({
      text: z.string().max(20_000),
      projectId: id.nullable().default(null),
      /** Only in this conversation, on all of its branches; without its title. */
      conversationId: conversationId.nullable().default(null),
      /** Of these kinds, and of these tools; empty: of all. */
      kinds: z.array(z.enum(searchKinds)).default([]),
      tools: z.array(z.string().max(300)).max(200).default([]),
      /** ISO 8601, UTC: not before, and not after. */
      from: z.iso.datetime().nullable().default(null),
      to: z.iso.datetime().nullable().default(null),
      limit: z.number().int().min(1).max(500).default(50),
      cursor: z.string().max(200).nullable().default(null),
    }),
  ),
} as const;
