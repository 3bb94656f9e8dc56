// Processes started by tools and tool servers, which may outlive the app that started them.

/** A process as the execution log names it: with the start time, which tells it from a later one with the same id. */
export interface StartedProcess {
  pid: number;
  startedAt: string;
}

export interface Processes {
  /** False also where it cannot be told from another process. */
  isAlive(process: StartedProcess): Promise<boolean>;
  /** Ends it with everything that it has started, if it is alive; true when it is gone. Takes about a second at the most. */
  end(process: StartedProcess): Promise<boolean>;
  /** Resolves when what an earlier run of the app had left has been ended; at once where that was never begun. */
  settled(): Promise<void>;
}

/** What a process is for. */
export interface ProcessPurpose {
  kind: 'command' | 'background' | 'mcp' | 'hook';
  /** The command line, or the name of the server. */
  name: string;
  conversationId?: string;
}

/** One child, from before it is started until it and all that it started are gone. Nothing of it fails or throws. */
export interface TrackedProcess {
  /** To be added to the environment of the child: by this it and its children are found, wherever they went. */
  readonly env: Readonly<Record<string, string>>;
  /** Call it in the turn in which the child was started. Noted when it resolves: with the start time, null where unknown. */
  started(pid: number): Promise<string | null>;
  /**
   * Ends the child and everything that it started, also what has left its group: asked first, forced after `graceMs` (500
   * unless given). Resolves when they are gone and forgotten, a second later at the latest; false when something is left.
   * Call it also after the child has ended by itself. Again: the same answer.
   */
  end(options?: { graceMs?: number }): Promise<boolean>;
}

/** What is known of a child of some run of the app. */
export interface ProcessRecord {
  /** Random; in the environment of the child. */
  marker: string;
  /** The app that started it; its start time is null where the system does not tell. */
  owner: { pid: number; startedAt: string | null };
  purpose: ProcessPurpose;
  /** ISO 8601. */
  at: string;
  /** Null while it is not known whether it was started. */
  process: { pid: number; startedAt: string | null } | null;
}

/**
 * Where that is noted: it outlives the app, and need not outlive the machine, with which the processes end. It never throws;
 * what cannot be written is not there later.
 */
export interface ProcessRecords {
  add(record: Omit<ProcessRecord, 'process'>): Promise<void>;
  started(marker: string, process: { pid: number; startedAt: string | null }): Promise<void>;
  remove(marker: string): Promise<void>;
  /** Those of every run of the app that uses this data folder. */
  list(): Promise<ProcessRecord[]>;
}

export interface ProcessJournal {
  /** Before the child is started. */
  begin(purpose: ProcessPurpose): Promise<TrackedProcess>;
  /** Ends what runs of the app that are gone have left behind; one that is still alive keeps its own. */
  endLeftovers(): Promise<ProcessPurpose[]>;
}
