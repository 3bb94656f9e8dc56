// What is known of a model before it is called: no more than its server tells.

export interface ModelInfo {
  id: string;
  /** Tokens of context, where the server tells. */
  contextWindow?: number;
  /** Whether it calls tools, and whether it sees images. */
  tools?: boolean;
  images?: boolean;
  /** It is in memory already: on a server that loads one or a few. */
  loaded?: true;
  /** US dollars for a million tokens. */
  price?: { input: number; output: number };
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
