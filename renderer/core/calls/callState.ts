// Derives a tool call's state from its result or the live run; otherwise a broken run left it open.

import type { ConversationState, LiveCall } from '../../../shared/conversation/event.ts';
import type { Outcome } from '../../../shared/conversation/message.ts';
import { isLastQuestion } from '../../../shared/conversation/resume.ts';
import type { CallRef } from './items.ts';

export type BoxState = Outcome | LiveCall['state'];

export interface CallStatus {
  state: BoxState;
  live: LiveCall | null;
  /** Queued behind an unfinished call of the same reply; only reads and agents run in parallel. */
  isBehind?: true;
  /** Another process runs it, so only its end will be visible here. */
  isElsewhere?: true;
  /** Interrupted before it started, so it did nothing. */
  neverStarted: boolean;
  /** Interrupted, and not yet resolved. */
  isOpen: boolean;
  /** A process that it started and that may still be running. */
  process: { pid: number } | null;
  /** Its server continued it as a task, whose result can be fetched. */
  isTask?: true;
}

type Source = Pick<ConversationState, 'calls' | 'openCalls'>;

/** `elsewhere`: the result of `runsElsewhere`. */
export function callStatus(call: CallRef, source: Source, elsewhere = false): CallStatus {
  const { result } = call;
  if (result) {
    const neverStarted = result.outcome === 'interrupted' && result.details?.interrupted === 'not_started';
    return { state: result.outcome, live: null, neverStarted, isOpen: false, process: null };
  }
  const live = liveCall(call, source);
  // A call that shows a form is running, but waits for the user.
  if (live) {
    const state = live.question ? 'waiting' : live.state;
    const behind = state === 'queued' && isBehind(live, source.calls) ? { isBehind: true as const } : {};
    return { state, live, neverStarted: false, isOpen: false, process: null, ...behind };
  }
  if (elsewhere) {
    return { state: 'running', live: null, isElsewhere: true, neverStarted: false, isOpen: false, process: null };
  }
  const open = source.openCalls.find(
    (openCall) => openCall.messageId === call.messageId && openCall.index === call.index,
  );
  const neverStarted = open?.state === 'not_started';
  const task = open?.isTask ? { isTask: true as const } : {};
  const process = open?.process ?? null;
  return { state: 'interrupted', live: null, neverStarted, isOpen: open !== undefined, process, ...task };
}

/** Whether another process works on the reply that contains the call. */
export function runsElsewhere(
  { messageId }: { messageId: string },
  { elsewhere, messages }: Pick<ConversationState, 'elsewhere' | 'messages'>,
): boolean {
  return elsewhere && isLastQuestion(messages, messageId);
}

/** Finished calls are not part of the live calls. */
function isBehind({ messageId, index }: LiveCall, calls: readonly LiveCall[]): boolean {
  return calls.some((other) => other.messageId === messageId && other.index < index && other.state !== 'queued');
}

function liveCall(call: { messageId: string; index: number }, source: Pick<Source, 'calls'>): LiveCall | null {
  return source.calls.find((live) => live.messageId === call.messageId && live.index === call.index) ?? null;
}

export function isFinished(state: BoxState): boolean {
  return state !== 'queued' && state !== 'waiting' && state !== 'running';
}
