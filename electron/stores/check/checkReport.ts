// The outcome of a check: problems (something is wrong), notes (crash leftovers that resolve themselves), and repairs.

interface CheckFinding {
  /** Null for the data folder as a whole. */
  conversationId: string | null;
  what: string;
  /** A path inside the data folder, or a message ID. */
  where: string;
}

export interface CheckReport {
  problems: CheckFinding[];
  notes: CheckFinding[];
  repaired: string[];
}
