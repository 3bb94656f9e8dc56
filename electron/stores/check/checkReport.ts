// What a check of the data found: problems (something is wrong), notes (something that a crash leaves and that is dealt with
// by going on), and what was mended.

export interface CheckFinding {
  /** Null: of the data folder as a whole. */
  conversationId: string | null;
  /** A sentence. */
  what: string;
  /** A path inside the data folder, or a message id. */
  where: string;
}

export interface CheckReport {
  problems: CheckFinding[];
  notes: CheckFinding[];
  /** Sentences. */
  repaired: string[];
}
