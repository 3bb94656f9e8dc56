// Processes that tools have started, which may outlive the app that started them.

/** A process as the execution log names it: with the start time, which tells it from a later one with the same id. */
export interface StartedProcess {
  pid: number;
  startedAt: string;
}

export interface Processes {
  /** False also where it cannot be told from another process. */
  isAlive(process: StartedProcess): Promise<boolean>;
  /** Ends it with everything in its group, if it is alive; true when it is gone. Takes about a second at the most. */
  end(process: StartedProcess): Promise<boolean>;
}
