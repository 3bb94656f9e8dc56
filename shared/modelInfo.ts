// What is known of a model before it is called: no more than its server tells.

import type { WireKind } from './providerKind.ts';

export interface ModelInfo {
  id: string;
  /** Tokens of context, where the server tells. */
  contextWindow?: number;
  /** Whether it calls tools, and whether it sees images. */
  tools?: boolean;
  images?: boolean;
  /** It thinks before it answers. */
  thinking?: boolean;
  /** It is in memory already: on a server that loads one or a few. */
  loaded?: true;
  /** US dollars for a million tokens. */
  price?: { input: number; output: number };
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
