// Messages between the dev loop and its host.

/** Sent once, first. */
export interface ToHost {
  /** The window's URL. */
  address: string;
  token: string;
  /** Secrets of open pages. */
  sessions: string[];
}

/** A page was admitted. */
export interface FromHost {
  session: string;
}
