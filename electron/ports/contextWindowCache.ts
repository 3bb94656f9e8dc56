// Context sizes learnt from models, kept across restarts. Never throws; what cannot be read or saved is learnt again.

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
