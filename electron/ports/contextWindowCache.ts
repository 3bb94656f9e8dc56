// The port to context sizes learnt from models, kept across restarts. Nothing here throws; anything that cannot be read or
// saved is learnt again.

export interface ContextWindowRecord {
  /** Tokens. */
  tokens: number;
  /** `refusal`: a provider named it as the whole; `reply`: so much was read once, so it is no less. */
  from: 'refusal' | 'reply';
  /** ISO 8601, UTC. */
  at: string;
}

export interface ContextWindowCache {
  /** By `provider/model`. */
  read(): Promise<Record<string, ContextWindowRecord>>;
  /** Puts one in the place of what was known of the same model. */
  keep(model: string, learnt: ContextWindowRecord): Promise<void>;
}
