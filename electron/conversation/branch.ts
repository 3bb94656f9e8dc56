// A conversation is a tree: each record names its parent, and the head names the current leaf. The active branch is the
// path from the root to the head; the store walks it backwards only as far as needed.

export interface Head {
  /** The parent of the next record; null: the next record starts a new root. */
  id: string | null;
  /** The log's last record when the head was set; the head is void once another follows. */
  after: string;
}
