// What state a tool call is in: from its result, else from what runs now, else it was left open by a run that broke.

import type { ConversationState, LiveCall } from '../../../shared/conversation/event.ts';
import type { Outcome } from '../../../shared/conversation/message.ts';
import { isLastAsked } from '../../../shared/conversation/resume.ts';
import type { CallRef } from './items.ts';

export type BoxState = Outcome | LiveCall['state'];

export interface CallStatus {
  state: BoxState;
  live: LiveCall | null;
  /** Queued behind a call of the same reply that is not over: only reads and agents go side by side. */
  isBehind?: true;
  /** Another process of the app runs it: only its end will be seen here. */
  isElsewhere?: true;
  /** Interrupted before it began: it did nothing. */
  neverStarted: boolean;
  /** Interrupted, and nobody has decided about it. */
  isOpen: boolean;
  /** What it started, when that may still be running. */
  process: { pid: number } | null;
}

type Source = Pick<ConversationState, 'calls' | 'openCalls'>;

/** `elsewhere`: as `runsElsewhere` says it. */
export function callStatus(call: CallRef, source: Source, elsewhere = false): CallStatus {
  const { result } = call;
  if (result) {
    const neverStarted = result.outcome === 'interrupted' && result.details?.interrupted === 'not_started';
    return { state: result.outcome, live: null, neverStarted, isOpen: false, process: null };
  }
  const live = liveCall(call, source);
  // A call that asks for a form runs, and waits for the person all the same.
  if (live) {
    const state = live.question ? 'waiting' : live.state;
    const behind = state === 'queued' && isBehind(live, source.calls) ? { isBehind: true as const } : {};
    return { state, live, neverStarted: false, isOpen: false, process: null, ...behind };
  }
  if (elsewhere) {
    return { state: 'running', live: null, isElsewhere: true, neverStarted: false, isOpen: false, process: null };
  }
  const open = source.openCalls.find((known) => known.messageId === call.messageId && known.index === call.index);
  const neverStarted = open?.state === 'not_started';
  return { state: 'interrupted', live: null, neverStarted, isOpen: open !== undefined, process: open?.process ?? null };
}

/** Whether another process works on the reply that asked for it. */
export function runsElsewhere(
  { messageId }: { messageId: string },
  { elsewhere, messages }: Pick<ConversationState, 'elsewhere' | 'messages'>,
): boolean {
  return elsewhere && isLastAsked(messages, messageId);
}

/** Calls that are over are not among those that are live. */
function isBehind({ messageId, index }: LiveCall, calls: readonly LiveCall[]): boolean {
  return calls.some((other) => other.messageId === messageId && other.index < index && other.state !== 'queued');
}

function liveCall(call: { messageId: string; index: number }, source: Pick<Source, 'calls'>): LiveCall | null {
  return source.calls.find((live) => live.messageId === call.messageId && live.index === call.index) ?? null;
}

export function isOver(state: BoxState): boolean {
  return state !== 'queued' && state !== 'waiting' && state !== 'running';
}
