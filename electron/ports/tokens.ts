// The ports to token counts and context sizes. Neither throws.

/** Models without a tokenizer of their own are estimated with the nearest one. */
export interface TokenCounter {
  /** `tokenizer`: made for this model's family; `estimate`: another one, with a correction. */
  methodFor(model: string): 'tokenizer' | 'estimate';
  /** Counts tokens per text, of any length, yielding in between. Caches recent counts. */
  count(model: string, texts: readonly string[]): Promise<number[]>;
}

/** Context sizes learnt from models, kept across restarts. What cannot be read or saved is learnt again. */
export interface ContextWindowRecord {
  /** Tokens. */
  tokens: number;
  /** `refusal`: a provider named the size; `reply`: a request of this size succeeded, so it is a lower bound. */
  from: 'refusal' | 'reply';
  /** ISO 8601, UTC. */
  at: string;
}

export interface ContextWindowCache {
  /** By `provider/model`. */
  read(): Promise<Record<string, ContextWindowRecord>>;
  /** Replaces what was known about the model. */
  keep(model: string, learnt: ContextWindowRecord): Promise<void>;
}
