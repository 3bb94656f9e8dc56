// What is known of a model before it is called.

export interface ModelInfo {
  id: string;
  /** Tokens of context, where the server tells. */
  contextWindow?: number;
}
