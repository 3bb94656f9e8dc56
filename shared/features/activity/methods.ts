// Activity: every conversation that runs, waits for the user, or contains something that does.

import { z } from 'zod';
import type { ConversationState, RetryNotice, RunPhase } from '../../conversation/event.ts';
import { conversationId, defineMethod, type Nothing, nothing } from '../../protocol/method.ts';

/** A call without a result. */
export interface ActivityCall {
  messageId: string;
  index: number;
  name: string;
  /** JSON of the call's arguments with long texts cut; empty if they are not a JSON object. */
  arguments: string;
  state: 'queued' | 'waiting' | 'running';
  startedAt?: string;
}

export interface AgentActivity {
  conversationId: string;
  title: string;
  phase: RunPhase | null;
  /** Its current call; null: none. */
  call: ActivityCall | null;
  agents: AgentActivity[];
  /** It is an answer of this compare, and waits for these prompts; `title` is its model. */
  compare?: { compareId: string; asks: Activity['asks'] };
}

export interface Activity {
  conversationId: string;
  /** Start of the run, or of the first compared answer that runs, ISO 8601; null: not running. */
  startedAt: string | null;
  phase: RunPhase | null;
  /** MCP servers that it waits for. */
  starting: string[];
  retry: Pick<RetryNotice, 'attempt' | 'at'> | null;
  /** Replies in the turn so far. */
  turns: number;
  /** Its current call, a running one before a waiting one; null: none. */
  call: ActivityCall | null;
  /** Number of other calls without a result. */
  otherCalls: number;
  /** Open prompts, by id. */
  asks: { id: string; kind: 'approval' | 'question' | 'plan' }[];
  queued: number;
  agents: AgentActivity[];
}

export type ActivityEvent = { type: 'activity.changed'; changed: Activity[]; gone: string[] };

export const activityMethods = {
  /**
   * Returns all activities; `activity.changed` events follow until it is closed. Agents are listed in the conversation
   * that started them, compared answers in the compared conversation.
   */
  'activity.open': defineMethod<{ activities: Activity[] }>()('none', nothing),
  'activity.close': defineMethod<Nothing>()('none', nothing),
  /**
   * Returns only what is open in a conversation: the records of waiting or interrupted calls, and the failure at its
   * end. No events follow: ask again when `asks` changes.
   */
  'activity.asked': defineMethod<{ state: ConversationState }>()('none', z.object({ conversationId })),
} as const;
