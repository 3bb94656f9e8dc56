// Conversation statistics: what the open branch of a conversation consists of.

import { z } from 'zod';
import type { Message, Outcome } from '../../conversation/message.ts';
import { conversationId, defineMethod } from '../../protocol/method.ts';
import type { CostSum } from '../costs/methods.ts';

/** The tools that are listed, most used first. */
export const maxTools = 5;

export interface ConversationStatistics {
  /** Records of the open branch, by role. */
  messages: Record<Message['role'], number>;
  /** Tool calls of the open branch, manual ones included, by outcome; `open`: without a result. */
  calls: Record<Outcome | 'open', number>;
  /** The most used tools, at most `maxTools`. */
  tools: { name: string; count: number }[];
  /** Number of different tools. */
  toolCount: number;
  /** Times of the first and the last record, ISO 8601; null: there is none. */
  first: string | null;
  last: string | null;
  /** Usage of the conversation and its agents, on all branches; null: nothing is recorded, as after an import. */
  spent: CostSum | null;
}

export const statsMethods = {
  /** Reads the whole branch in pages; a canceled call stops reading. */
  'stats.read': defineMethod<ConversationStatistics>()('none', z.object({ conversationId })),
} as const;
