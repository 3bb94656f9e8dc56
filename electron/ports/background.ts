// Commands that keep running during a conversation. Each belongs to the conversation that started it; no other can see it.

import type { Result } from '../../shared/core/errors.ts';
import type { BackgroundCommand } from '../../shared/features/processes/methods.ts';
import type { SandboxedProgram } from './sandbox.ts';
import type { ResultPage } from './tool.ts';

export interface BackgroundStart {
  conversationId: string;
  /** The message that asked for it. */
  messageId: string;
  command: string;
  cwd: string;
  /** Milliseconds after which it is ended; null: never. */
  timeoutMs: number | null;
  /** Null: outside. Ended by the command's end. */
  sandbox: SandboxedProgram | null;
  onProcess(process: { pid: number; startedAt: string | null }): Promise<void>;
}

interface BackgroundWait {
  /** Resolves when more than this has been printed, in bytes. */
  beyond: number;
  ms: number;
  signal: AbortSignal;
}

/** BACKGROUND_NOT_FOUND: the conversation has started no command of this id. */
export interface BackgroundCommands {
  /** Those of this run of the app, the newest first: all that run, and the last ones that have ended. */
  list(): BackgroundCommand[];
  /** Resolves as soon as it runs. Its id is new in the conversation, also after a restart of the app. */
  start(request: BackgroundStart): Promise<Result<BackgroundCommand>>;
  /** Also one of an earlier run of the app, of which only what it printed is left: it ended with the app. */
  find(conversationId: string, id: string): Promise<Result<BackgroundCommand>>;
  /** Offsets are bytes of what it has printed. A page may be shorter than `limit` (bytes) before its end. */
  output(conversationId: string, id: string, offset: number, limit: number): Promise<Result<ResultPage>>;
  /** Resolves also when it has ended, and at once when there is nothing to wait for. */
  wait(conversationId: string, id: string, wait: BackgroundWait): Promise<void>;
  /** To its input, as it is. `last`: nothing more comes after it. BACKGROUND_ENDED when it takes no more. */
  write(conversationId: string, id: string, text: string, last?: boolean): Promise<Result<void>>;
  /** Resolves when it and everything it started are gone. */
  end(conversationId: string, id: string): Promise<Result<BackgroundCommand>>;
  endConversation(conversationId: string): Promise<void>;
  /** Told of what changed, a few times a second at the most. */
  onChange(listener: () => void): () => void;
  /** Ends all of them. */
  close(): Promise<void>;
}

/** What is kept of a command on disk. */
export interface BackgroundRecord {
  id: string;
  /** The message that asked for it. */
  messageId: string;
  command: string;
  cwd: string;
  /** ISO 8601. */
  startedAt: string;
  /** Null while it runs, and after a crash of the app. */
  ended: (Pick<BackgroundCommand, 'exitCode' | 'signal' | 'endedBy' | 'sandbox'> & { at: string }) | null;
}

/** What a running command prints, kept as it comes, secrets hidden. It never throws. */
export interface BackgroundLog {
  readonly id: string;
  /** Bytes of UTF-8, cut anywhere. Wait for the promise before the next piece, or before changing the bytes. */
  add(piece: Buffer): Promise<void>;
  /** How much has been kept or counted. */
  bytes(): number;
  /** The last characters of it. */
  tail(): string;
  end(ended: NonNullable<BackgroundRecord['ended']>): Promise<void>;
}

/** The files of background commands, which live as long as their conversation. */
export interface BackgroundFiles {
  /** Gives it an id that the conversation has not had before; durable when it resolves. */
  open(
    conversationId: string,
    about: Pick<BackgroundRecord, 'messageId' | 'command' | 'cwd' | 'startedAt'>,
  ): Promise<Result<BackgroundLog>>;
  /** BACKGROUND_NOT_FOUND when there is none. */
  read(conversationId: string, id: string): Promise<Result<BackgroundRecord & { bytes: number; tail: string }>>;
  page(conversationId: string, id: string, offset: number, limit: number): Promise<Result<ResultPage>>;
}
