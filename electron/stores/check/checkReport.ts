// What a check found: problems (something is wrong), notes (crash leftovers that resolve themselves), and repairs.

interface CheckFinding {
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
