// What is known of a model before it is called: what its server tells, and what the catalogue has beside it.

import type { KnownPrice, ModelPrice } from './cost.ts';

import type { WireKind } from './providerKind.ts';

export interface ModelInfo {
  id: string;
  /** Tokens of context, where they are told. */
  contextWindow?: number;
  /** Whether it calls tools, and whether it sees images. */
  tools?: boolean;
  images?: boolean;
  /** It thinks before it answers. */
  thinking?: boolean;
  /** It is in memory already: on a server that loads one or a few. */
  loaded?: true;
  /** US dollars for a million tokens. Without `by` it is as the server's list has it. */
  price?: ModelPrice & Partial<Pick<KnownPrice, 'by' | 'date'>>;
  /** Who tells its context, tools and images; not set: nobody does. The catalogue is asked for what the server leaves out. */
  source?: 'server' | 'catalogue';
  /** Its server runs models itself, and is no gateway to others. */
  runsModels?: true;
}

/** A server of models that was found running on this machine. */
export interface LocalServer {
  /** As its wire wants it: up to and including /v1 for most. */
  baseUrl: string;
  /** What it is, where it tells; else its address. */
  name: string;
  /** The wire to use it through. */
  kind: WireKind;
  /** Those that can chat; none where it lists none or wants a key first. */
  models: ModelInfo[];
  needsKey: boolean;
}

/** By what name the settings keep something of a model. */
export function modelKey({ provider, model }: { provider: string; model: string }): string {
  return `${provider}/${model}`;
}
