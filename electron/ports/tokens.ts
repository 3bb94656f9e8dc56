// The port to token counting. Never throws; models without a tokenizer of their own are estimated with the nearest one.

export interface TokenCounter {
  /** `tokenizer`: made for this model's family; `estimate`: another one, with a correction. */
  methodFor(model: string): 'tokenizer' | 'estimate';
  /** Counts tokens per text, of any length, yielding in between. Caches recent counts. */
  count(model: string, texts: readonly string[]): Promise<number[]>;
}
