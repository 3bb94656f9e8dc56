// What is known of a model before it is called.

export interface ModelInfo {
  id: string;
  /** Tokens of context, where the server tells. */
  contextWindow?: number;
}

/** A server of models that was found running on this machine. */
export interface LocalServer {
  /** Up to and including /v1. */
  baseUrl: string;
  /** What listens at its port as a rule. */
  name: string;
  /** Ids of its models; none where it lists none or wants a key first. */
  models: string[];
  needsKey: boolean;
}
