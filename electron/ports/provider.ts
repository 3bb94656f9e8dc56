// The port to a model. Chat Completions, Responses, Anthropic and Gemini all fit behind it: it knows a history, tools
// and a reply, but no API's format. Never throws or rejects.

import type { ApiMessage, ApiTool } from '../../shared/conversation/apiMessage.ts';
import type { ResponseIds, Usage } from '../../shared/conversation/message.ts';
import type { ErrorCode, Result } from '../../shared/core/errors.ts';
import type { SentenceData } from '../../shared/core/sentence.ts';
import type { ContextWindow } from '../../shared/features/context/methods.ts';
import type { RequestFormatName } from '../../shared/features/conversations/methods.ts';
import type { PriceQuote } from '../../shared/features/models/cost.ts';
import type { ConnectionInput, KeySource, ProviderInfo } from '../../shared/features/models/methods.ts';
import type { LocalServer, ModelInfo } from '../../shared/features/models/modelInfo.ts';
import type { ModelAbilities, ModelOptions, ModelRef } from '../../shared/features/models/modelOptions.ts';
import type { ProviderKind } from '../../shared/features/models/providerKind.ts';
import type { WebSource } from '../../shared/features/webSearch/webSearch.ts';
import type { ImageLimits } from '../conversation/imageBudget.ts';

export interface ModelRequest {
  model: string;
  system: string;
  /** A history that obeys the rules in `electron/conversation/sequence.ts`, without the system prompt. */
  messages: ApiMessage[];
  tools: ApiTool[];
  /** How the model should answer; absent: the provider's defaults. */
  options?: ModelOptions;
  /** The same for all requests of a conversation, so that they share a cache. */
  cacheKey?: string;
  /** Size of the context window in tokens, for servers that require it with each request. */
  contextWindow?: number;
  /** The model has rejected images in this conversation: send notes instead. */
  withoutImages?: true;
}

/** Receives the reply as it streams. Act only on the complete `ModelReply`. */
export interface ModelObserver {
  /** Called as soon as any id is known, before the text that follows it. */
  onResponse?(ids: ResponseIds): void;
  onText(text: string): void;
  onReasoning(text: string): void;
  onCall(index: number, name: string, argumentsLength: number): void;
  /** Replaces all text and reasoning so far: an apparent answer was thinking, or vice versa. */
  onReclassified?(all: { text: string; reasoning: string }): void;
}

export interface ModelReply {
  text: string;
  reasoning: string;
  /** In reply order; `arguments` is exactly what the model sent, `id` may be empty. */
  calls: { id: string; name: string; arguments: string }[];
  /** The reply had more than `maxCalls` calls; the rest was dropped. */
  callsLeftOut?: boolean;
  /** The provider's value; null if the stream ended normally without one. */
  finishReason: string | null;
  usage: Usage | null;
  /** The model that answered, according to the provider. */
  model: string | null;
  /**
   * Data that the provider requires back, by API: `{provider, model, …}` and everything it sent, verbatim and in order.
   */
  providerData?: Record<string, unknown>;
  /** Pages found by the provider's own search. */
  sources?: WebSource[];
  /** Number of replies whose thinking the provider dropped because the history before it changed. */
  droppedThinking?: number;
}

export interface ModelFailure {
  code: ErrorCode;
  status?: number;
  /** A sentence for the user: what the provider said, and its origin. */
  message: string;
  /** The message's key and parameters. */
  said?: SentenceData;
  /** A retry may succeed; the policy decides whether and when. */
  retryable: boolean;
  /** The address does not exist or refuses connections, and has not answered since the app started. */
  neverAnswered?: true;
  /** From `retry-after` or `retry-after-ms`, not clamped yet. */
  retryAfterMs?: number;
  partial: { text: string; reasoning: string };
  /**
   * The rejected part of the request, if the response identifies it: `message` is an index into
   * `ModelRequest.messages`, `tool` a tool name.
   */
  item?: { message?: number; toolCallId?: string; field?: string; tool?: string };
  /** The size of the context window in tokens, if the refusal states it. */
  contextWindow?: number;
  /** The model, if the refusal says that it accepts no images. */
  refusedImages?: string;
  /** Usage of a complete, paid response that was not a valid reply. */
  usage?: Usage;
}

export type ModelOutcome = (
  | { kind: 'reply'; reply: ModelReply }
  | { kind: 'failed'; failure: ModelFailure }
  | { kind: 'aborted'; partial: { text: string; reasoning: string } }
) & {
  /** The provider's ids for the exchange, as far as known. */
  response?: ResponseIds;
};

/** A provider's limits on attachments. */
export interface AttachmentLimits {
  /** Display name of the provider, for messages. */
  host: string;
  /** Per image. */
  imageBytes: number;
  /** Per request. */
  images: number;
  /** Size of the whole request, with bytes encoded as base64. */
  bodyBytes: number;
  /** `unknown`: sent, and may be rejected. */
  pdf: 'taken' | 'not_taken' | 'unknown';
}

export interface Provider {
  readonly id: string;
  /** Limits on images from results; constant per provider. */
  readonly imageLimits?: ImageLimits;
  /** Known limits on the user's attachments. */
  readonly attachmentLimits?: AttachmentLimits;
  /** The options that a model supports; absent: unknown. */
  abilities?(model: string): ModelAbilities;
  /** False for a model known to reject images: notes replace them. Absent: unknown. */
  takesImages?(model: string): boolean;
  /** Each request must state the context size (`ModelRequest.contextWindow`): the server allocates that much. */
  readonly needsContextWindow?: true;
  /** Returns the exact JSON body that `complete` would send. */
  body(request: ModelRequest): unknown;
  /**
   * Checks size limits before sending: REQUEST_TOO_LARGE names the offending part; `details.item` as in `ModelFailure`.
   */
  check(request: ModelRequest): Result<void> | Promise<Result<void>>;
  /** One attempt, no retries. `idleTimeoutMs`: maximum time without data. */
  complete(
    request: ModelRequest,
    options: { signal: AbortSignal; idleTimeoutMs: number; observer: ModelObserver },
  ): Promise<ModelOutcome>;
  listModels(signal: AbortSignal): Promise<Result<ModelInfo[]>>;
}

/** All providers: the demo, the environment's server, and those in the settings. */
export interface ProviderRegistry {
  list(): Promise<ProviderInfo[]>;
  get(providerId: string): Promise<Result<Provider>>;
  /** Creates an unsaved provider: `provider` is the saved one whose key is used if `key` is empty. */
  typed(input: {
    provider: string | null;
    kind?: ProviderKind;
    baseUrl: string;
    key: string;
    connection?: ConnectionInput | undefined;
  }): Promise<Result<Provider>>;
  /**
   * Resolves a command-line value to a provider id: an id, or else a preset or API, which is not saved. `baseUrl`
   * overrides the address for this process.
   */
  resolve(word: string, baseUrl: string | null): Promise<Result<string>>;
  /** Returns the default model when none was chosen. Waits for the provider's list, at most three seconds. */
  modelOf(providerId: string): Promise<Result<string>>;
  /** Returns the model for conversations without one: from the settings, else the environment, else the demo. */
  defaultModel(): Promise<Result<ModelRef>>;
  /** Returns its models with what settings, server and catalog know about each (`ModelInfo`). */
  models(providerId: string, signal: AbortSignal): Promise<Result<ModelInfo[]>>;
  /**
   * Returns a model's price: from the settings, else the server's list, else zero for local models, else the catalog.
   * Null: unknown.
   */
  price(model: ModelRef): Promise<PriceQuote | null>;
  /**
   * Returns the context window: from the settings, else a refusal, else the server's list, else the catalog, a table
   * by name, or a default.
   */
  contextWindow(model: ModelRef): Promise<ContextWindow>;
  /**
   * Records the size that a refusal stated, or that a reply was given for: a lower bound that overrides a smaller
   * refusal. Survives restarts.
   */
  learnWindow(model: ModelRef, tokens: number, from?: 'refusal' | 'reply'): Promise<void>;
  /** Returns the request in another provider's format, for display. */
  bodyAs(form: Exclude<RequestFormatName, 'provider'>, request: ModelRequest): unknown;
  save(input: {
    id: string | null;
    name: string;
    kind?: ProviderKind;
    baseUrl: string;
    connection?: ConnectionInput | undefined;
  }): Promise<Result<ProviderInfo>>;
  remove(providerId: string): Promise<Result<void>>;
  setKey(providerId: string, key: string): Promise<Result<KeySource>>;
  /** Loads every key of the settings from the keychain for masking. Waits a few seconds at most. */
  learnKeys(): Promise<void>;
  /** Finds model servers on this machine that are not in the settings. Takes at most a second; never fails. */
  discover(): Promise<LocalServer[]>;
  /** Stops the demo server. */
  close(): Promise<void>;
}

/**
 * Call it after each failed attempt of one model call. Waits as long as the policy wants, then returns whether to try
 * again; `aborted`: the run was stopped meanwhile. Never rejects.
 */
export type Retry = (failure: ModelFailure) => Promise<'retry' | 'give up' | 'aborted'>;

interface RetryProgress {
  /** Failed attempts so far, from 1. */
  attempt: number;
  /** How many of them were timeouts. */
  timeouts: number;
  /** Sum of the waits so far, in milliseconds. */
  waitedMs: number;
  /** Limit of that sum. */
  maxWaitMs: number;
}

/** Returns the delay in milliseconds before a retry; null: no retry. */
export type RetryPolicy = (failure: ModelFailure, progress: RetryProgress) => number | null;
