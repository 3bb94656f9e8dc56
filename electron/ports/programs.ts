// Starts a program of the app in a process of its own, which gets messages and can be ended at once.

export interface StartedProgram {
  send(message: unknown): void;
  onMessage: (message: unknown) => void;
  /** Called once, also if it could not be started. */
  onEnd: () => void;
  /** Ends it now, even in the middle of work. */
  kill(): void;
}

/** `file`: its path. */
export type StartProgram = (file: string, name: string) => StartedProgram;
