// What state a tool call is in: from its result, else from what runs now, else it was left open by a run that broke.

import type { ConversationState, LiveCall } from '../../../shared/conversation/event.ts';
import type { Outcome } from '../../../shared/conversation/message.ts';
import type { CallRef } from '../transcript/items.ts';

export type BoxState = Outcome | LiveCall['state'];

export interface CallStatus {
  state: BoxState;
  live: LiveCall | null;
  /** Queued behind a call of the same reply that is not over: only reads and agents go side by side. */
  isBehind?: true;
  /** Interrupted before it began: it did nothing. */
  neverStarted: boolean;
  /** Interrupted, and nobody has decided about it. */
  isOpen: boolean;
  /** What it started, when that may still be running. */
  process: { pid: number } | null;
}

type Source = Pick<ConversationState, 'calls' | 'openCalls'>;

export function callStatus(call: CallRef, source: Source): CallStatus {
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
  const open = source.openCalls.find((known) => known.messageId === call.messageId && known.index === call.index);
  const neverStarted = open?.state === 'not_started';
  return { state: 'interrupted', live: null, neverStarted, isOpen: open !== undefined, process: open?.process ?? null };
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
