// Goals: starting one in a conversation, its state, and controlling it.

import { z } from 'zod';
import { conversationId, defineMethod, id, type Nothing } from '../../protocol/method.ts';
import { type Goal, type GoalStatus, goalWish } from './goal.ts';

export interface GoalInfo extends Omit<Goal, 'status' | 'request'> {
  status: GoalStatus;
  /** Another process runs it. */
  isElsewhere: boolean;
}

/** The goal of this conversation changed. */
export type GoalsEvent = { type: 'goals.changed'; conversationId: string };

const one = z.object({ conversationId: id });

export const goalMethods = {
  /** Null: the conversation has none. */
  'goals.read': defineMethod<{ goal: GoalInfo | null }>()('none', one),
  /** Replaces an ended goal. The user confirms a command outside the window. Returns when the first message is being sent. */
  'goals.start': defineMethod<Nothing>()('conversation', z.object({ conversationId, wish: goalWish })),
  /** Stops the current round; the test runs again when it is resumed. */
  'goals.pause': defineMethod<Nothing>()('conversation', one),
  /** Continues a paused or interrupted goal with its test, then the next round. */
  'goals.resume': defineMethod<Nothing>()('conversation', one),
  /** Ends it. The conversation stays as it is. */
  'goals.stop': defineMethod<Nothing>()('conversation', one),
} as const;
