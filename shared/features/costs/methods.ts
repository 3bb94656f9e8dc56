// What replies cost: sums of what was paid for, and how much more a person lets be spent.

import { z } from 'zod';
import { conversationId, method, type Nothing } from '../../protocol/method.ts';
import type { KnownPrice } from '../models/cost.ts';
import type { ModelRef } from '../models/modelOptions.ts';

/** US dollars and tokens of several replies. */
export interface CostSum {
  /** Of those whose cost is known. */
  usd: number;
  replies: number;
  /** Of them, those of unknown cost. */
  unknown: number;
  /** Titles of conversations, which are no replies, and what of `usd` they took. */
  titles: number;
  titlesUsd: number;
  /** Some had paid searches, whose price is not known. */
  atLeast: boolean;
  input: number;
  output: number;
  /** Of the input: read from the provider's cache. */
  cached: number;
}

/** A limit of the settings, and what a person added to it: for today, or for this conversation. */
export interface SpendLimit {
  usd: number;
  raised: number;
}

export interface CostReport {
  /** Of the conversation and its agents, since it began; null: none was asked about. */
  conversation: CostSum | null;
  /** Of it, since the person's last message. */
  lastTurn: CostSum | null;
  today: CostSum;
  /** The dearest first. Of the conversation where one was asked about, else of all that is in the days. */
  models: (ModelRef & CostSum)[];
  /** The newest first, those without a reply left out. */
  days: ({ day: string } & CostSum)[];
  conversations: ({ conversationId: string; projectId: string } & CostSum)[];
  projects: ({ projectId: string } & CostSum)[];
  limits: { day: SpendLimit | null; conversation: SpendLimit | null };
  /** Of the conversation's model, as it would be charged now; null: not known. */
  price: (KnownPrice & ModelRef) | null;
}

const limitKinds = ['day', 'conversation'] as const;
export type LimitKind = (typeof limitKinds)[number];

export const costMethods = {
  /** `days`: how far back, with today. What was spent in a conversation is whole in any case. */
  'cost.read': method<CostReport>()(
    'none',
    z.object({ conversationId: conversationId.nullable(), days: z.number().int().min(1).max(3660).default(30) }),
  ),
  /** Makes the limit higher by as much as it is: of today, or of this conversation. */
  'cost.raise': method<Nothing>()('none', z.object({ conversationId, limit: z.enum(limitKinds) })),
} as const;
