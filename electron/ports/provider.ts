// The port to a model. Chat Completions, Responses, Anthropic and Gemini all fit behind it: it knows a history, tools and a
// reply, but no wire format. Nothing here throws or rejects.

import type { ApiMessage, ApiTool } from '../../shared/conversation/apiMessage.ts';
import type { ResponseIds, Usage } from '../../shared/conversation/message.ts';
import type { ErrorCode, Result } from '../../shared/core/errors.ts';
import type { SentenceData } from '../../shared/core/sentence.ts';
import type { ContextWindow } from '../../shared/features/context/methods.ts';
import type { WireForm } from '../../shared/features/conversations/methods.ts';
import type { KnownPrice } from '../../shared/features/models/cost.ts';
import type { KeySource, ProviderInfo, TypedConnection } from '../../shared/features/models/methods.ts';
import type { LocalServer, ModelInfo } from '../../shared/features/models/modelInfo.ts';
import type { ModelAbilities, ModelOptions, ModelRef } from '../../shared/features/models/modelOptions.ts';
import type { WireKind } from '../../shared/features/models/providerKind.ts';
import type { WebSource } from '../../shared/features/webSearch/webSearch.ts';
import type { ImageLimits } from '../conversation/imageBudget.ts';

export interface ModelRequest {
  model: string;
  system: string;
  /** A history that obeys the rules of `electron/conversation/sequence.ts`, without the system prompt. */
  messages: ApiMessage[];
  tools: ApiTool[];
  /** How it should answer; absent: as the provider does by itself. */
  options?: ModelOptions;
  /** The same for all requests of a conversation, so that they find one cache. */
  cacheKey?: string;
  /** Tokens of context that the model has, for servers that are told with each request. */
  contextWindow?: number;
  /** The model has refused images in this conversation: notes are sent in their place. */
  withoutImages?: true;
}

/** Told while the reply arrives. Only what is complete is acted on: see `ModelReply`. */
export interface ModelObserver {
  /** As soon as something of them is known, and before the text that comes with it. */
  onResponse?(ids: ResponseIds): void;
  onText(text: string): void;
  onReasoning(text: string): void;
  onCall(index: number, name: string, argumentsLength: number): void;
  /** Replaces all text and reasoning told so far: what looked like the answer was thinking, or the other way round. */
  onRetold?(all: { text: string; reasoning: string }): void;
}

export interface ModelReply {
  text: string;
  reasoning: string;
  /** In the order of the reply; `arguments` is the exact string that the model sent, `id` may be empty. */
  calls: { id: string; name: string; arguments: string }[];
  /** There were more of them than `maxCalls`: those were left out. */
  callsLeftOut?: boolean;
  /** As the provider named it; null when the stream ended well without one. */
  finishReason: string | null;
  usage: Usage | null;
  /** The model that the provider says answered. */
  model: string | null;
  /** What the provider needs back unchanged, by wire: `{provider, model, …}` and all that it sent, verbatim and in order. */
  providerData?: Record<string, unknown>;
  /** The pages that the provider's own search found for it. */
  sources?: WebSource[];
  /** Replies whose thinking the provider left out, because what stood before it has changed. */
  droppedThinking?: number;
}

export interface ModelFailure {
  code: ErrorCode;
  status?: number;
  /** A sentence for people: what the provider said, from where. */
  message: string;
  /** The key of the message, and what is filled in. */
  said?: SentenceData;
  /** A second attempt may succeed (the policy decides whether and when one is made). */
  retryable: boolean;
  /** What the provider asked for with `retry-after` or `retry-after-ms`, not yet clamped. */
  retryAfterMs?: number;
  partial: { text: string; reasoning: string };
  /**
   * What of the request was refused, where the answer tells: `message` is a place in `ModelRequest.messages`, `tool` the name of
   * one of its tools.
   */
  item?: { message?: number; toolCallId?: string; field?: string; tool?: string };
  /** Tokens of context that the model has, where a refusal names them. */
  contextWindow?: number;
  /** The model, where the refusal says that it takes no images. */
  refusedImages?: string;
  /** What it took: it came whole and was paid for, and is no reply all the same. */
  usage?: Usage;
}

export type ModelOutcome = (
  | { kind: 'reply'; reply: ModelReply }
  | { kind: 'failed'; failure: ModelFailure }
  | { kind: 'aborted'; partial: { text: string; reasoning: string } }
) & {
  /** By what name the provider knows the exchange, as far as its answer said. */
  response?: ResponseIds;
};

/** What a provider takes of what a person attaches. */
export interface AttachmentLimits {
  /** Who takes it, for a sentence. */
  host: string;
  /** Of one image. */
  imageBytes: number;
  /** In one request. */
  images: number;
  /** Of the whole request, in which bytes stand as base64. */
  bodyBytes: number;
  /** `unknown`: it is sent, and may be refused. */
  pdf: 'taken' | 'not_taken' | 'unknown';
}

export interface Provider {
  readonly id: string;
  /** What it takes of the images that results brought, where it is bounded: the same for one provider, at all times. */
  readonly imageLimits?: ImageLimits;
  /** What it takes of what a person attaches, as far as it is known. */
  readonly attachmentLimits?: AttachmentLimits;
  /** What of `ModelOptions` a model takes, as far as it is known; absent: nothing is known. */
  abilities?(model: string): ModelAbilities;
  /** False for a model that is known to take no images: a note is sent in place of each. Absent: nothing is known. */
  takesImages?(model: string): boolean;
  /** Each request has to name the model's room (`ModelRequest.contextWindow`): the server makes as much as it is told. */
  readonly needsContextWindow?: true;
  /** The exact JSON body that `complete` would send. */
  body(request: ModelRequest): unknown;
  /** What would be refused for its size, before it is sent: REQUEST_TOO_LARGE names it; `details.item` as in `ModelFailure`. */
  check(request: ModelRequest): Result<void> | Promise<Result<void>>;
  /** One attempt, no retries. `idleTimeoutMs`: longest time without a byte. */
  complete(
    request: ModelRequest,
    options: { signal: AbortSignal; idleTimeoutMs: number; observer: ModelObserver },
  ): Promise<ModelOutcome>;
  listModels(signal: AbortSignal): Promise<Result<ModelInfo[]>>;
}

/** The providers there are: the demo, the environment's server, and those of the settings. */
export interface ProviderRegistry {
  list(): Promise<ProviderInfo[]>;
  get(providerId: string): Promise<Result<Provider>>;
  /** One that stands in no settings yet: `provider` is the saved one whose key is used where `key` is empty. */
  typed(input: {
    provider: string | null;
    kind?: WireKind;
    baseUrl: string;
    key: string;
    connection?: TypedConnection | undefined;
  }): Promise<Result<Provider>>;
  /**
   * The id of the one that a word of the command line names: an id, else a preset or a wire, which is saved nowhere. With
   * `baseUrl` it is at that address, for as long as this process lives.
   */
  named(word: string, baseUrl: string | null): Promise<Result<string>>;
  /** What it is asked for where nobody chose a model. Waits for its list, at most three seconds. */
  modelOf(providerId: string): Promise<Result<string>>;
  /** What a conversation without a model of its own uses: settings, else environment, else demo. */
  defaultModel(): Promise<Result<ModelRef>>;
  /** Its models, each with what settings, server and catalogue tell of it (`ModelInfo`). */
  models(providerId: string, signal: AbortSignal): Promise<Result<ModelInfo[]>>;
  /** What a model costs: settings, else the server's list, else nothing on this machine, else the catalogue. Null: not known. */
  price(model: ModelRef): Promise<KnownPrice | null>;
  /** The model's room: settings, else what a refusal told, else the server's list, else the catalogue, a table by name, a default. */
  contextWindow(model: ModelRef): Promise<ContextWindow>;
  /**
   * What a refusal named as the whole, or what was read for a reply: then it is no less, and a refusal that said less was
   * wrong. It outlives the process.
   */
  learnWindow(model: ModelRef, tokens: number, from?: 'refusal' | 'reply'): Promise<void>;
  /** The request in another provider's words, for showing it. */
  bodyAs(form: Exclude<WireForm, 'provider'>, request: ModelRequest): unknown;
  save(input: {
    id: string | null;
    name: string;
    kind?: WireKind;
    baseUrl: string;
    connection?: TypedConnection | undefined;
  }): Promise<Result<ProviderInfo>>;
  remove(providerId: string): Promise<Result<void>>;
  setKey(providerId: string, key: string): Promise<Result<KeySource>>;
  /** Asks the keychain for every key of the settings, so that they are known for masking. Waits for it at most seconds. */
  learnKeys(): Promise<void>;
  /** Servers of models that run on this machine, less those of the settings. At most a second; never fails. */
  discover(): Promise<LocalServer[]>;
  /** Ends what it started: the demo's server. */
  close(): Promise<void>;
}

/** Whether to try again and after how many milliseconds; null: no. `attempt` counts from 1. */
export type RetryPolicy = (failure: ModelFailure, attempt: number) => number | null;
