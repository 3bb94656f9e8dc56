// Classifies a failed model call: error code, sentence and retry facts. The sentence names the host and quotes its
// answer on one bounded line, with secrets masked.

import { type ErrorCode, sentenceFields } from '../../../shared/core/errors.ts';
import { mapUserText, Sentence, say, textOf, type UserText } from '../../../shared/core/sentence.ts';
import type { ModelFailure, ModelRequest } from '../../ports/provider.ts';
import { maskSecrets, oneLine } from '../mask.ts';
import type { ExchangeState } from './exchange.ts';
import { networkProblem } from './network.ts';
import { windowFromRejection } from './refusedWindow.ts';
import { isImageRejection, type RequestPosition, rejectedItem } from './rejectedMessage.ts';
import { isTooDeep } from './replyReader.ts';

export interface FailureContext {
  /** Host and port, as in the address. */
  host: string;
  /** Whether the address ends in a version, as this API's do. */
  endsWithVersion: boolean;
  hasKey: boolean;
  /** The server has answered something since the app started. */
  hasAnswered: boolean;
  secrets: readonly string[];
  state: ExchangeState;
  partial: { text: string; reasoning: string };
  now: Date;
  /** Used to find out which part was rejected. */
  request?: ModelRequest;
  /** Maps the API's list positions to messages, where they differ. */
  places?: () => readonly RequestPosition[];
  /** API-specific advice for a rejection. */
  advice?: (status: number, message: string) => Sentence | null;
}

interface Draft {
  code: ErrorCode;
  message: UserText;
  retryable: boolean;
  status?: number;
  retryAfterMs?: number;
  neverAnswered?: true;
  item?: NonNullable<ModelFailure['item']>;
  contextWindow?: number;
}

const maxMessageLength = 500;

export function toFailure(draft: Draft, context: FailureContext): ModelFailure {
  const { request } = context;
  const isAnswer = draft.code === 'LLM_HTTP_ERROR' || draft.code === 'LLM_BAD_RESPONSE';
  const noImages = isAnswer && request !== undefined && isImageRejection(draft.status, textOf(draft.message), request);
  const sentence = noImages ? say.all([draft.message, say`Your next message is sent without images.`]) : draft.message;
  const message = mapUserText(sentence, (text) => oneLine(maskSecrets(text, context.secrets), maxMessageLength));
  const facts = noImages ? { refusedImages: request.model } : {};
  return { ...draft, ...sentenceFields(message), ...facts, partial: context.partial };
}

/** Classifies a thrown error: a StatusError, a fetch error, or a SyntaxError from an invalid event. */
export function failureFromThrown(thrown: unknown, context: FailureContext): ModelFailure {
  const { host } = context;
  const error = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as {
    status?: unknown;
    error?: unknown;
    headers?: unknown;
    message?: unknown;
  };
  const headers = error.headers instanceof Headers ? error.headers : new Headers();
  if (typeof error.status === 'number')
    return toFailure(draftOfStatus(error.status, readable(error.error), headers, context), context);
  // An error event in a stream that started with 200.
  if (error.error !== undefined && error.error !== null) return failureFromEvent(error.error, context);
  if (thrown instanceof SyntaxError) {
    const message = say`${host} sent an event that is not JSON: ${describeBody(context)}`;
    return toFailure({ code: 'LLM_BAD_RESPONSE', message, retryable: false }, context);
  }
  const { isUnreachable, ...problem } = networkProblem(thrown, host);
  return toFailure({ ...problem, ...(isUnreachable && !context.hasAnswered ? { neverAnswered: true } : {}) }, context);
}

/** Classifies an error sent inside a stream. */
export function failureFromEvent(error: unknown, context: FailureContext): ModelFailure {
  return toFailure(draftOfEvent(readable(error), context), context);
}

/** Ignores errors nested too deep to serialize. */
function readable(error: unknown): unknown {
  return error instanceof Sentence || !isTooDeep(error) ? error : undefined;
}

/** Classifies a response that is not a reply: an error in the body, or not a stream. */
export function failureFromBody(context: FailureContext, expected: Sentence): ModelFailure {
  const { host, state } = context;
  const parsed = parseJson(state.head);
  const inside = typeof parsed === 'object' && parsed !== null ? (parsed as { error?: unknown }).error : undefined;
  if (inside) return failureFromEvent(inside, context);
  const message = say`${host} returned ${state.status ?? 200} with ${describeBody(context)} instead of ${expected}.`;
  return toFailure({ code: 'LLM_BAD_RESPONSE', message, retryable: false }, context);
}

function draftOfStatus(status: number, body: unknown, headers: Headers, context: FailureContext): Draft {
  const { host, now } = context;
  const message = errorText(body) || describeBody(context);
  const text = textOf(message);
  const code = codeOf(status, body, text, headers);
  const target = status >= 300 && status < 400 ? headers.get('location') : null;
  const rejected =
    code === 'LLM_CONTEXT_TOO_LONG'
      ? reportedWindow(body, text)
      : rejectedItem(status, body ?? text, context.request, context.places);
  const aboutTools = toolAdvice(text, 'item' in rejected ? rejected.item?.tool : undefined, context);
  const advice = context.advice?.(status, text) ?? aboutTools ?? adviceFor(code, status, context);
  const where = target ? say`a redirect to ${target}; use that address in Settings` : message;
  const retryAfterMs = retryAfter(headers, now) ?? retryInfo(body);
  return {
    code,
    status,
    message: withAdvice(say`${host} returned ${status}: ${where}`, advice),
    retryable: code !== 'LLM_QUOTA_EXCEEDED' && code !== 'LLM_CONTEXT_TOO_LONG' && isRetryable(status, headers),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...rejected,
  };
}

/** One unsupported tool fails the whole request; llama.cpp and its derivatives do not name it. */
function toolAdvice(text: string, tool: string | undefined, { request }: FailureContext): Sentence | null {
  if (tool !== undefined) return say`The problem is the tool ${tool}. Turn it off to continue without it.`;
  const isGrammar = /parse grammar|unrecognized schema|json schema conversion|error resolving ref/i.test(text);
  if (!isGrammar || !request || request.tools.length === 0) return null;
  return say`The server cannot use the schema of one of the tools and does not say which. Turn off MCP tools to find it.`;
}

function adviceFor(code: ErrorCode, status: number, context: FailureContext): Sentence | null {
  if (code === 'LLM_AUTH_FAILED' && !context.hasKey) return noKey;
  if (code === 'LLM_AUTH_FAILED') return say`Check this provider’s key.`;
  if (status === 404 && !context.endsWithVersion) return say`Is the address complete? It usually ends with /v1.`;
  return null;
}

function withAdvice(sentence: Sentence, advice: Sentence | null): Sentence {
  if (advice === null) return sentence;
  return say.all([/[.!?]$/.test(sentence.text) ? sentence : say`${sentence}.`, advice]);
}

/** Also for local servers, which are assumed to need no key. */
const noKey = say`No key was sent because none is saved for this server. A key that was kept only until you quit must be entered again.`;

/** Servers that commit to 200 early report errors in the stream, with or without a status. */
function draftOfEvent(event: unknown, { host, request, places }: FailureContext): Draft {
  const message = event instanceof Sentence ? event : errorText(event) || say`an error without a message`;
  // Anthropic and Google nest the error.
  const inner = (event as { error?: unknown } | null)?.error;
  const error = typeof inner === 'object' && inner !== null ? inner : event;
  const {
    code: rawCode,
    type,
    status,
  } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const number = [rawCode, status].map(Number).find((value) => Number.isInteger(value) && value >= 400 && value < 600);
  const text = `${String(rawCode ?? '')} ${String(type ?? '')}`;
  const guess =
    number ??
    (/rate_limit/.test(text)
      ? 429
      : /overloaded|server_error|api_error|timeout_error|unavailable/.test(text)
        ? 500
        : 400);
  const code = codeOf(guess, error, textOf(message), new Headers());
  return {
    code: number === undefined && code === 'LLM_HTTP_ERROR' ? 'LLM_BAD_RESPONSE' : code,
    message: say`${host} reported an error: ${message}`,
    retryable: code !== 'LLM_QUOTA_EXCEEDED' && code !== 'LLM_CONTEXT_TOO_LONG' && isRetryable(guess, new Headers()),
    ...(number === undefined ? {} : { status: number }),
    ...(code === 'LLM_CONTEXT_TOO_LONG'
      ? reportedWindow(error, textOf(message))
      : rejectedItem(guess, error, request, places)),
  };
}

function codeOf(status: number, body: unknown, message: string, headers: Headers): ErrorCode {
  const { code, type } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const text = `${String(code ?? '')} ${String(type ?? '')} ${message}`;
  if (isQuota(status, text, headers) && retryInfo(body) === undefined) return 'LLM_QUOTA_EXCEEDED';
  if (status === 429) return 'LLM_RATE_LIMITED';
  if (isContextTooLong(status, text)) return 'LLM_CONTEXT_TOO_LONG';
  // Google answers 400 for an invalid key.
  if (status === 401 || status === 403 || /^.{0,40}API key (not valid|expired)/i.test(message))
    return 'LLM_AUTH_FAILED';
  if (/content_filter|content_policy|content management policy/i.test(text)) return 'LLM_CONTENT_FILTER';
  return 'LLM_HTTP_ERROR';
}

function isQuota(status: number, text: string, headers: Headers): boolean {
  if (status === 402) return true;
  if (status !== 429 && status !== 403 && status !== 400) return false;
  if (/insufficient_quota|insufficient[ _]balance|credit balance|billing_(error|hard_limit|not_active)/i.test(text)) {
    return true;
  }
  if (/spend(ing)?[ _]limit/i.test(text)) return true;
  // A quota that resets is a rate limit: the server says when.
  const comesBack = headers.has('retry-after') || headers.has('retry-after-ms') || /reset after|retry in/i.test(text);
  return status === 429 && !comesBack && /billing|exceeded your current quota|out of credits/i.test(text);
}

function isContextTooLong(status: number, text: string): boolean {
  if (status === 413) return true;
  if (status !== 400 && status !== 422 && status !== 500) return false;
  if (windowFromRejection(text) !== null) return true;
  if (/context_length_exceeded|exceed_context_size|maximum context|context (length|window|size)/i.test(text))
    return true;
  // "string too long" is about one field, such as a call id.
  return status === 400 && /(?<!string |array )too long|too many (input )?tokens/i.test(text);
}

/** Returns the context window that a rejection names, in its text or a field. */
function reportedWindow(error: unknown, message: string): { contextWindow?: number } {
  const tokens = windowFromRejection(message) ?? windowFromRejection(JSON.stringify(error ?? ''));
  return tokens === null ? {} : { contextWindow: tokens };
}

/** Follows the providers' own SDKs, unless the server overrides it. */
function isRetryable(status: number, headers: Headers): boolean {
  const shouldRetry = headers.get('x-should-retry');
  if (shouldRetry === 'true' || shouldRetry === 'false') return shouldRetry === 'true';
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/** `retry-after-ms` in ms, `retry-after` in seconds or as a date. */
function retryAfter(headers: Headers, now: Date): number | undefined {
  const ms = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (Number.isFinite(ms)) return ms;
  const value = headers.get('retry-after') ?? '';
  if (/^\s*[\d.]+\s*$/.test(value)) return Number.parseFloat(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : date - now.getTime();
}

/** Google: `details: [{retryDelay: "34.4s"}]`. */
function retryInfo(error: unknown): number | undefined {
  const { details, error: inner } = (typeof error === 'object' && error !== null ? error : {}) as Record<
    string,
    unknown
  >;
  if (!Array.isArray(details)) return inner === undefined ? undefined : retryInfo(inner);
  const delays = details.map((detail) => /^([\d.]+)s$/.exec(String(detail?.retryDelay))?.[1]);
  const seconds = Number(delays.find((delay) => delay !== undefined));
  return Number.isFinite(seconds) ? Math.round(seconds * 1000) : undefined;
}

/** Extracts the message from the many error formats. */
function errorText(error: unknown): string {
  if (typeof error === 'string') return error;
  if (typeof error !== 'object' || error === null) return '';
  const { message, detail, error: inner } = error as Record<string, unknown>;
  for (const value of [message, detail, inner]) {
    if (typeof value === 'string' && value !== '') return `${value}${errorDetails(error)}`;
    if (typeof value === 'object' && value !== null) return errorText(value) || JSON.stringify(value);
  }
  return Object.keys(error).length > 0 ? JSON.stringify(error) : '';
}

/** Details outside the message: Groq's failed generation, and the upstream error behind OpenRouter. */
function errorDetails(error: object): string {
  const { failed_generation: failed, metadata } = error as Record<string, unknown>;
  const raw = typeof metadata === 'object' && metadata !== null ? (metadata as { raw?: unknown }).raw : undefined;
  return [failed, raw].map((more) => (typeof more === 'string' && more !== '' ? ` (${more})` : '')).join('');
}

function describeBody({ state, secrets }: FailureContext): UserText {
  const body = state.head.trim();
  if (body === '') return say`an empty body`;
  if (/^<(!doctype|html|\?xml)/i.test(body)) {
    const title = /<title[^>]*>([^<]*)</i.exec(body)?.[1]?.trim();
    return title ? say`a web page (“${title}”)` : say`a web page`;
  }
  const start = oneLine(maskSecrets(body, secrets), 200);
  return parseJson(body) !== undefined || /^[{[]/.test(body) ? `JSON (${start})` : `“${start}”`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
