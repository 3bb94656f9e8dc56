// Decides the outcome of an exchange: a reply, or a failure that describes what arrived.

import { sentenceFields } from '../../../shared/core/errors.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { WebSource } from '../../../shared/features/webSearch/webSearch.ts';
import { cleanSource, type RawSource } from '../../lib/cleanSource.ts';
import type { ModelFailure, ModelOutcome } from '../../ports/provider.ts';
import { maxEventBytes } from './exchange.ts';
import { type FailureContext, failureFromBody, failureFromEvent, failureFromThrown, toFailure } from './failure.ts';
import { maxCharacters, maxSilentEvents, objectOrNull, type ReplyFault, type ReplyReader } from './replyReader.ts';

const maxSources = 50;

/** Stop after this many values. */
const maxInspected = 100_000;

/** URLs in a model's tool arguments are not search results. */
const askedByModel = new Set(['functionCall', 'arguments', 'args', 'input']);

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

  if (reply.problem() !== null) return failed(failureFromEvent(reply.problem(), context));
  // Even after the finish, an error may mean that earlier content was truncated.
  if (isErrorEvent(thrown)) return failed(failureFromThrown(thrown, context));
  const endless = reply.endless();
  if (endless !== null) return bad(endlessSentence(endless, context));
  // A connection error after the finish does not invalidate the reply.
  const isComplete =
    reply.finished() || (thrown === undefined && (state.sawDone || (state.isWhole && reply.started())));
  if (!isComplete) {
    if (state.timedOut) return failed(timeoutFailure(context, idleTimeoutMs));
    if (state.tooLarge !== null) return bad(endlessSentence(state.tooLarge, context));
    if (state.status === 204) return failed(failureFromBody(context, say`a stream of events`));
    const broken = isBrokenConnection(thrown) && state.status === 200;
    if (broken || (thrown === undefined && reply.started()))
      return bad(say`${host} closed the connection before the reply was complete.`, true);
    if (thrown !== undefined) return failed(failureFromThrown(thrown, context));
    return failed(failureFromBody(context, say`a stream of events`));
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
  const message = say`${context.host} sent nothing for ${seconds}, so the request was canceled.`;
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
      return say`${host} sent more than ${maxEventBytes} bytes in one event. The rest was not read. Everything before it is saved.`;
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

// Extracts web sources from stored provider data: the pages that the text cites, else all search results.

/** In reply order, without duplicates. */
function citedSources(providerData: Record<string, unknown> | undefined): WebSource[] {
  const cited = new Map<string, WebSource>();
  const sources = new Map<string, WebSource>();
  const waiting: unknown[] = [providerData];
  for (let inspectedCount = 0; waiting.length > 0 && inspectedCount < maxInspected; inspectedCount++) {
    const value = waiting.pop();
    if (Array.isArray(value)) waiting.push(...value.slice(0, maxInspected).reverse());
    const fields = objectOrNull(value);
    if (!fields) continue;
    for (const [key, page] of pagesIn(fields)) {
      const source = cleanSource(page);
      const into = key === 'cited' ? cited : sources;
      if (source && !into.has(source.url) && into.size < maxSources) into.set(source.url, source);
    }
    for (const [key, inner] of Object.entries(fields).reverse()) if (!askedByModel.has(key)) waiting.push(inner);
  }
  return [...(cited.size > 0 ? cited : sources).values()];
}

/** Knows the fields of each API, and for Chat Completions also Perplexity's and OpenRouter's. */
function* pagesIn(fields: JsonObject): Generator<['cited' | 'found', RawSource]> {
  const { type } = fields;
  if (type === 'web_search_result_location') yield ['cited', { ...page(fields), text: fields.cited_text }];
  if (type === 'web_search_result') yield ['found', page(fields)];
  if (type === 'url_citation') {
    const inner = objectOrNull(fields.url_citation) ?? fields;
    yield ['cited', { ...page(inner), text: inner.content }];
  }
  for (const chunk of list(fields.groundingChunks)) {
    const web = objectOrNull(objectOrNull(chunk)?.web);
    if (web) yield ['cited', { title: web.title, url: web.uri, text: '' }];
  }
  for (const read of list(fields.urlMetadata))
    yield ['found', { title: '', url: objectOrNull(read)?.retrievedUrl, text: '' }];
  for (const result of list(fields.search_results)) {
    const { date, snippet } = objectOrNull(result) ?? {};
    yield ['cited', { ...page(objectOrNull(result) ?? {}), text: snippet, date }];
  }
  for (const url of list(fields.citations)) if (typeof url === 'string') yield ['found', { title: '', url, text: '' }];
}

function page({ title, url }: JsonObject): RawSource {
  return { title, url, text: '' };
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
