// Interface of a provider API: addresses, headers, request bodies and reply readers. Shared behavior (bytes, time,
// retries, failures) is in apiProvider.ts.

import type { Sentence } from '../../../shared/core/sentence.ts';
import type { ModelInfo } from '../../../shared/features/models/modelInfo.ts';
import type { ModelAbilities } from '../../../shared/features/models/modelOptions.ts';
import type { ModelObserver, ModelRequest } from '../../ports/provider.ts';
import type { Framing } from './events.ts';
import type { RequestPosition } from './rejectedMessage.ts';
import type { ReplyReader } from './replyReader.ts';

export interface ApiHeaders {
  [name: string]: string;
}

/**
 * Sends another query to the same server with the same headers, as a POST if there is a `body`. Resolves to null
 * without a JSON answer.
 */
export type Ask = (url: string, body?: unknown) => Promise<unknown>;

interface ProviderApi {
  framing: Framing;
  /** Endpoint for requests. */
  url(model: string): string;
  /** Endpoint for the model list. */
  modelsUrl: string;
  /** Includes the key, or null for keyless servers. `body`: of the accompanying request, if any. */
  headers(key: string | null, body?: unknown): ApiHeaders;
  /** Pure and deterministic. */
  body(request: ModelRequest): unknown;
  reply(request: ModelRequest, observer: ModelObserver): ReplyReader;
  /** For APIs whose errors count list positions differently: maps each position to its part of the request. */
  places?(request: ModelRequest): RequestPosition[];
  /** Returns null if the answer is not a model list. */
  readModels(answer: unknown): ModelInfo[] | null;
  /** Adds facts from the server's other endpoints. */
  moreOfModels?(models: ModelInfo[], ask: Ask): Promise<ModelInfo[]>;
  /** Known `ModelOptions` support, by model name. */
  abilities?(model: string): ModelAbilities;
  /** Each request must tell the server how much context to allocate. */
  needsContextWindow?: true;
  /** API-specific advice for a rejection; null: use the general advice. */
  advice?(refusal: { status: number; message: string; model: string }): Sentence | null;
  /** The server accepts no images, for any model. */
  takesNoImages?: true;
  /** PDF support. */
  pdf: 'taken' | 'not_taken' | 'unknown';
}

/** Target of an API; provider data is only sent back to the same provider. */
interface ApiTarget {
  providerId: string;
  /** Without trailing slash. */
  baseUrl: string;
  organization?: string | null;
  project?: string | null;
}

export type CreateApi = (place: ApiTarget) => ProviderApi;
