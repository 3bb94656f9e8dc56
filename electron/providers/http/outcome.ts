// Decides the outcome of an exchange: a reply, or a failure that describes what arrived.

import { sentenceFields } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { ModelFailure, ModelOutcome } from '../../ports/provider.ts';
import { citedSources } from './citedSources.ts';
import { maxEventLength } from './exchange.ts';
import { type FailureContext, failureOfBody, failureOfEvent, failureOfThrown, toFailure } from './failure.ts';
import { maxCharacters, maxSilentEvents, type ReplyFault, type ReplyReader } from './replyReader.ts';

/** A stream counts only if it was finished. */
export function outcomeOf(
  reply: ReplyReader,
  thrown: unknown,
  context: FailureContext,
  idleTimeoutMs: number,
): ModelOutcome {
  const { host, state } = context;
  const failed = (failure: ModelFailure): ModelOutcome => ({ kind: 'failed', failure });
  const bad = (message: Sentence, retryable = false): ModelOutcome =>
    failed(toFailure({ code: 'LLM_BAD_RESPONSE', message, retryable }, context));

  if (reply.problem() !== null) return failed(failureOfEvent(reply.problem(), context));
  // Even after the finish, an error may mean that earlier content was truncated.
  if (isErrorEvent(thrown)) return failed(failureOfThrown(thrown, context));
  const endless = reply.endless();
  if (endless !== null) return bad(endlessSentence(endless, context));
  // A connection error after the finish does not invalidate the reply.
  const isComplete =
    reply.finished() || (thrown === undefined && (state.sawDone || (state.isWhole && reply.started())));
  if (!isComplete) {
    if (state.timedOut) return failed(timeoutFailure(context, idleTimeoutMs));
    if (state.tooLarge !== null) return bad(endlessSentence(state.tooLarge, context));
    if (state.status === 204) return failed(failureOfBody(context, say`a stream of events`));
    const broken = isBrokenConnection(thrown) && state.status === 200;
    if (broken || (thrown === undefined && reply.started()))
      return bad(say`${host} closed the connection before the reply was complete.`, true);
    if (thrown !== undefined) return failed(failureOfThrown(thrown, context));
    return failed(failureOfBody(context, say`a stream of events`));
  }
  const result = reply.reply();
  const paid = result.usage ? { usage: result.usage } : {};
  const invalid = (fault: ReplyFault): ModelOutcome => failed({ ...toFailure(fault, context), ...paid });
  const fault = reply.fault?.(host) ?? null;
  if (fault !== null) return invalid(fault);
  if (result.finishReason === 'content_filter' && result.calls.length === 0) {
    const message = say`${host} ended the reply because of its content filter.`;
    return invalid({ code: 'LLM_CONTENT_FILTER', message, retryable: false });
  }
  if (result.text === '' && result.reasoning === '' && result.calls.length === 0) {
    const reason = result.finishReason ? say` (it ended with “${result.finishReason}”)` : '';
    const message = say`${host} returned no text or tool call${reason}.`;
    return invalid({ code: 'LLM_EMPTY_RESPONSE', message, retryable: false });
  }
  const sources = citedSources(result.providerData);
  return { kind: 'reply', reply: sources.length > 0 ? { ...result, sources } : result };
}

export function timeoutFailure(context: FailureContext, limitMs: number): ModelFailure {
  const seconds = limitMs >= 1000 ? say`${Math.round(limitMs / 1000)} seconds` : say`${limitMs} milliseconds`;
  const message = say`${context.host} sent nothing for ${seconds}, so the request was cancelled.`;
  return toFailure({ code: 'LLM_TIMEOUT', message, retryable: true }, context);
}

/** Headers allow visible ASCII only; any other character means that the key was not copied correctly. */
export function keyProblem(key: string | null, host: string): Omit<ModelFailure, 'partial'> | null {
  if (key === null || /^[\x21-\x7e]+$/.test(key)) return null;
  const message = say`The key for ${host} contains spaces or invalid characters. Enter it again in Settings.`;
  return { code: 'LLM_AUTH_FAILED', ...sentenceFields(message), retryable: false };
}

function endlessSentence(
  limit: 'characters' | 'events' | 'event' | 'answer',
  { host, state }: FailureContext,
): Sentence {
  switch (limit) {
    case 'characters':
      return say`${host} sent more than ${maxCharacters} characters in one reply. The rest was not read. Everything before it is saved.`;
    case 'events':
      return say`${host} sent ${maxSilentEvents} empty events in a row. The rest was not read. Everything before them is saved.`;
    case 'event':
      return say`${host} sent more than ${maxEventLength} bytes in one event. The rest was not read. Everything before it is saved.`;
    case 'answer':
      return say`${host} sent more than ${state.bytes} bytes without ending. The rest was not read. Everything before it is saved.`;
  }
}

/** An error event; errors in place of a response have a status. */
function isErrorEvent(thrown: unknown): boolean {
  const { status, error } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Record<string, unknown>;
  return typeof status !== 'number' && error !== undefined && error !== null;
}

/** Fetch throws `terminated` when a connection breaks in the body. */
function isBrokenConnection(thrown: unknown): boolean {
  return thrown instanceof Error && !('status' in thrown) && !(thrown instanceof SyntaxError);
}
