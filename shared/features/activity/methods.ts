// What goes on at once: every conversation that runs, waits for the person, or has something that waits in it.

import { z } from 'zod';
import type { ConversationState, RetryNotice, RunPhase } from '../../conversation/event.ts';
import { conversationId, method, type Nothing, nothing } from '../../protocol/method.ts';

/** A call that has no result yet. */
export interface ActivityCall {
  messageId: string;
  index: number;
  name: string;
  /** JSON: those of the model, long texts cut; empty where they are no JSON object. */
  arguments: string;
  state: 'queued' | 'waiting' | 'running';
  startedAt?: string;
}

export interface AgentActivity {
  conversationId: string;
  title: string;
  phase: RunPhase | null;
  /** What it does now: one of its calls; null: none. */
  call: ActivityCall | null;
  agents: AgentActivity[];
}

export interface Activity {
  conversationId: string;
  /** Since when the run goes on, ISO 8601; null: none does. */
  startedAt: string | null;
  phase: RunPhase | null;
  /** MCP servers that are waited for. */
  starting: string[];
  retry: Pick<RetryNotice, 'attempt' | 'at'> | null;
  /** Replies of the turn so far. */
  turns: number;
  /** What it does now: one of its calls, one that runs before one that waits. */
  call: ActivityCall | null;
  /** How many calls beside that have no result yet. */
  otherCalls: number;
  /** What is open to be answered, by its id. */
  asks: { id: string; kind: 'approval' | 'question' | 'plan' }[];
  queued: number;
  agents: AgentActivity[];
}

export type ActivityEvent = { type: 'activity.changed'; changed: Activity[]; gone: string[] };

export const activityMethods = {
  /** All of them; `activity.changed` follows until it is closed. Those of agents stand in the conversation that began them. */
  'activity.open': method<{ activities: Activity[] }>()('none', nothing),
  'activity.close': method<Nothing>()('none', nothing),
  /**
   * The conversation with nothing but what is open in it: the records of calls that wait or were interrupted, and the
   * failure at its end. Nothing of it follows: it is asked for again when `asks` has changed.
   */
  'activity.asked': method<{ state: ConversationState }>()('none', z.object({ conversationId })),
} as const;
