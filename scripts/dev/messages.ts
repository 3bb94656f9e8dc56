// What the development loop and its host say to each other.

/** Sent once, first. */
export interface ToHost {
  /** Where the window is. */
  address: string;
  token: string;
  /** Secrets of pages that are open. */
  sessions: string[];
}

/** A page was let in. */
export interface FromHost {
  session: string;
}
