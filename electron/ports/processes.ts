// Processes started by tools, MCP servers and external agents, which may outlive the app.

/** A process from the execution log; the start time tells it apart from a later one with the same id. */
export interface StartedProcess {
  pid: number;
  startedAt: string;
}

export interface Processes {
  /** Also false if it cannot be told apart from another process. */
  isAlive(process: StartedProcess): Promise<boolean>;
  /** Ends it with all its descendants; true when it is gone. Takes about a second at most. */
  end(process: StartedProcess): Promise<boolean>;
  /** Resolves when leftovers of an earlier app run have been ended; immediately if that was never started. */
  settled(): Promise<void>;
}

/** The purpose of a process. */
export interface ProcessPurpose {
  kind: 'command' | 'background' | 'mcp' | 'agent' | 'hook' | 'terminal' | 'languageServer';
  /** The command line, or the name of the server or agent. */
  name: string;
  conversationId?: string;
}

/**
 * A child process, tracked from before its start until it and its descendants are gone. Nothing here fails or throws.
 */
export interface TrackedProcess {
  /** Add to the child's environment: identifies it and its descendants anywhere. */
  readonly env: Readonly<Record<string, string>>;
  /** Call it in the same turn as the spawn. Resolves when recorded, with the start time, or null if unknown. */
  started(pid: number): Promise<string | null>;
  /**
   * Ends the child and all its descendants, including those that left its process group: politely first, forced after
   * `graceMs` (default 500). Resolves when they are gone, at most a second later; false if something remains. Call it
   * even after the child has exited. Repeated calls return the same result.
   */
  end(options?: { graceMs?: number }): Promise<boolean>;
}

/** A tracked child of some app run. */
export interface ProcessRecord {
  /** Random; in the child's environment. */
  marker: string;
  /** The app process that started it; the start time is null if the system does not report it. */
  owner: { pid: number; startedAt: string | null };
  purpose: ProcessPurpose;
  /** ISO 8601. */
  at: string;
  /** Null until it is known to have started. */
  process: { pid: number; startedAt: string | null } | null;
}

/**
 * Stores the records where they outlive the app but not necessarily the machine, whose processes end with it. Never
 * throws; failed writes are lost.
 */
export interface ProcessRecords {
  add(record: Omit<ProcessRecord, 'process'>): Promise<void>;
  started(marker: string, process: { pid: number; startedAt: string | null }): Promise<void>;
  remove(marker: string): Promise<void>;
  /** Lists the records of every app run that uses this data folder. */
  list(): Promise<ProcessRecord[]>;
}

export interface ProcessJournal {
  /** Call before starting the child. */
  start(purpose: ProcessPurpose): Promise<TrackedProcess>;
  /** Ends what terminated app runs left behind; runs that are still alive keep theirs. */
  endLeftovers(): Promise<ProcessPurpose[]>;
}
