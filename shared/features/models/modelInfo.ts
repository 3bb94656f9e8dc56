// What is known about a model before it is called: from its server, completed by the catalog.

import type { ModelPrice, PriceQuote } from './cost.ts';

import type { ProviderKind } from './providerKind.ts';

export interface ModelInfo {
  id: string;
  /** In tokens, if known. */
  contextWindow?: number;
  /** Whether it supports tool calls, and images. */
  tools?: boolean;
  images?: boolean;
  /** It is a thinking model. */
  thinking?: boolean;
  /** Already in memory, on a server that loads only some. */
  loaded?: true;
  /** US dollars per million tokens. Without `by`, from the server's list. */
  price?: ModelPrice & Partial<Pick<PriceQuote, 'by' | 'date'>>;
  /** Source of context size, tools and images; absent: none. The catalog fills in what the server omits. */
  source?: 'server' | 'catalogue';
  /** Its server runs models itself rather than forwarding to others. */
  runsModels?: true;
}

/** A model server found on this machine. */
export interface LocalServer {
  /** As its provider API expects: for most, up to and including /v1. */
  baseUrl: string;
  /** The product, if known; otherwise its address. */
  name: string;
  /** The provider API to use. */
  kind: ProviderKind;
  /** Those that can chat; empty if it lists none or requires a key. */
  models: ModelInfo[];
  needsKey: boolean;
}

/** Returns the key under which the settings store data about a model. */
export function modelKey({ provider, model }: { provider: string; model: string }): string {
  return `${provider}/${model}`;
}
