// The behaviours that the program promises, each with an id. A delivered row has a test that cites it; see test/rules.

export interface Requirement {
  /** What the program does, as a sentence that can be checked. */
  says: string;
  delivered: boolean;
}

export const requirements = {} satisfies Record<string, Requirement>;

export type RowId = string;
