// What tells one wire from another: addresses, headers, the body of a request, and the reader of its reply. All that they share
// (bytes, time, retries, failures) is in wireProvider.ts.

import type { Sentence } from '../../../shared/core/sentence.ts';
import type { ModelInfo } from '../../../shared/features/models/modelInfo.ts';
import type { ModelAbilities } from '../../../shared/features/models/modelOptions.ts';
import type { ModelObserver, ModelRequest } from '../../ports/provider.ts';
import type { Framing } from './events.ts';
import type { RequestPlace } from './rejectedMessage.ts';
import type { ReplyReader } from './replyReader.ts';

export interface WireHeaders {
  [name: string]: string;
}

/** One more question to the same server, with the same headers; `body`: as a POST. Null: there was no answer that is JSON. */
export type Ask = (url: string, body?: unknown) => Promise<unknown>;

interface Wire {
  framing: Framing;
  /** Where a request goes. */
  url(model: string): string;
  /** Where the list of models is. */
  modelsUrl: string;
  /** The key among them; null for a server that needs none. `body`: of the request that they go with, where it has one. */
  headers(key: string | null, body?: unknown): WireHeaders;
  /** Pure: the same request gives the same bytes. */
  body(request: ModelRequest): unknown;
  reply(request: ModelRequest, observer: ModelObserver): ReplyReader;
  /** Where a refusal counts by another list than that of the messages: for each place of it, what of the request stands there. */
  places?(request: ModelRequest): RequestPlace[];
  /** Null: it is no list of models. */
  readModels(answer: unknown): ModelInfo[] | null;
  /** The same models with what the server tells of them elsewhere. */
  moreOfModels?(models: ModelInfo[], ask: Ask): Promise<ModelInfo[]>;
  /** What of `ModelOptions` a model takes, by its name, as far as it is known. */
  abilities?(model: string): ModelAbilities;
  /** Its server is told with each request how much context to have room for. */
  needsContextWindow?: true;
  /** What to do about a refusal, where this server's words tell; null: what is said of all counts. */
  advice?(refusal: { status: number; said: string; model: string }): Sentence | null;
  /** Its server takes no images, whatever the model. */
  takesNoImages?: true;
  /** How it takes a PDF that a person attaches. */
  pdf: 'taken' | 'not_taken' | 'unknown';
}

/** Where a wire leads, and in whose name: what a provider wrote goes back to that provider only. */
interface WirePlace {
  providerId: string;
  /** Without a slash at the end. */
  baseUrl: string;
  organization?: string | null;
  project?: string | null;
}

export type MakeWire = (place: WirePlace) => Wire;
