// A conversation is a tree: each record names its parent, and the head names the leaf that is being read. The active
// branch is the path from the root to the head; the store walks it from the head, as far as somebody asks.

export interface Head {
  /** The record that the next one follows; null: the next one begins the conversation anew. */
  id: string | null;
  /** The last record of the log when the head was set; once another follows, the head no longer counts. */
  after: string;
}
