// The port to token counting. Nothing here throws; a model without its own tokenizer is estimated with the nearest one.

export interface TokenCounter {
  /** `tokenizer`: made for this model's family; `estimate`: another one, corrected. */
  methodFor(model: string): 'tokenizer' | 'estimate';
  /** Tokens of each text. Texts of any length; others get their turn between. What was counted lately is remembered. */
  count(model: string, texts: readonly string[]): Promise<number[]>;
}
