// Costs: spending reports and limits.

import { z } from 'zod';
import { conversationId, defineMethod, type Nothing } from '../../protocol/method.ts';
import type { PriceQuote } from '../models/cost.ts';
import type { ModelRef } from '../models/modelOptions.ts';

/** US dollars and tokens of several replies. */
export interface CostSum {
  /** For replies whose cost is known. */
  usd: number;
  replies: number;
  /** Number of replies of unknown cost. */
  unknown: number;
  /** Number of generated titles, which are not replies, and their share of `usd`. */
  titles: number;
  titlesUsd: number;
  /** Some used paid searches of unknown price. */
  atLeast: boolean;
  input: number;
  output: number;
  /** Part of the input: read from the provider's cache. */
  cached: number;
}

/** A limit from the settings, and what the user added for today or for this conversation. */
export interface SpendLimit {
  usd: number;
  raised: number;
}

export interface CostReport {
  /** The conversation with its agents, in total; null: none was requested. */
  conversation: CostSum | null;
  /** Its part since the user's last message. */
  lastTurn: CostSum | null;
  today: CostSum;
  /** Most expensive first: of the requested conversation, else of all the days. */
  models: (ModelRef & CostSum)[];
  /** Newest first, without days that have no replies. */
  days: ({ day: string } & CostSum)[];
  conversations: ({ conversationId: string; projectId: string } & CostSum)[];
  projects: ({ projectId: string } & CostSum)[];
  limits: { day: SpendLimit | null; conversation: SpendLimit | null };
  /** Current price of the conversation's model; null: unknown. */
  price: (PriceQuote & ModelRef) | null;
}

const limitKinds = ['day', 'conversation'] as const;
export type LimitKind = (typeof limitKinds)[number];

export const costMethods = {
  /** `days`: how far back, including today. A conversation's spending is always complete. */
  'cost.read': defineMethod<CostReport>()(
    'none',
    z.object({ conversationId: conversationId.nullable(), days: z.number().int().min(1).max(3660).default(30) }),
  ),
  /** Raises a limit by its own amount, for today or for this conversation. */
  'cost.raise': defineMethod<Nothing>()('none', z.object({ conversationId, limit: z.enum(limitKinds) })),
} as const;
