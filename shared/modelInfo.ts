// What is known of a model before it is called: what its server tells, and what the catalogue has beside it.

import type { KnownPrice, ModelPrice } from './cost.ts';

export interface ModelInfo {
  id: string;
  /** Tokens of context, where they are told. */
  contextWindow?: number;
  /** Whether it calls tools, and whether it sees images. */
  tools?: boolean;
  images?: boolean;
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
  /** Up to and including /v1. */
  baseUrl: string;
  /** What listens at its port as a rule. */
  name: string;
  /** Those that can chat; none where it lists none or wants a key first. */
  models: ModelInfo[];
  needsKey: boolean;
}
