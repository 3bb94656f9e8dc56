// Commands that keep running during a conversation. Each belongs to the conversation that started it; no other can see
// it.

import type { Result } from '../../shared/core/errors.ts';
import type { BackgroundCommand } from '../../shared/features/processes/methods.ts';
import type { SandboxedProgram } from './sandbox.ts';
import type { ResultPage } from './tool.ts';

export interface BackgroundStart {
  conversationId: string;
  /** The message with the call. */
  messageId: string;
  command: string;
  cwd: string;
  /** Timeout in milliseconds; null: never. */
  timeoutMs: number | null;
  /** Null: outside a sandbox. The sandbox ends with the command. */
  sandbox: SandboxedProgram | null;
  onProcess(process: { pid: number; startedAt: string | null }): Promise<void>;
}

interface BackgroundWait {
  /** Resolves when more bytes than this were printed. */
  beyond: number;
  ms: number;
  signal: AbortSignal;
}

/** BACKGROUND_NOT_FOUND: the conversation has not started a command with this id. */
export interface BackgroundCommands {
  /** Lists the commands since the app started, newest first: all running ones, and the last that ended. */
  list(): BackgroundCommand[];
  /** Resolves once it runs. Its id is unique in the conversation, even across restarts. */
  start(request: BackgroundStart): Promise<Result<BackgroundCommand>>;
  /** Also finds commands of an earlier app run: they ended with the app, and only their output is left. */
  find(conversationId: string, id: string): Promise<Result<BackgroundCommand>>;
  /** Offsets are bytes of the output. A page before the end may be shorter than `limit` bytes. */
  output(conversationId: string, id: string, offset: number, limit: number): Promise<Result<ResultPage>>;
  /** Also resolves when it ends, and immediately if there is nothing to wait for. */
  wait(conversationId: string, id: string, wait: BackgroundWait): Promise<void>;
  /** Writes to its input, unchanged. `last`: closes the input. BACKGROUND_ENDED if it accepts no more. */
  write(conversationId: string, id: string, text: string, last?: boolean): Promise<Result<void>>;
  /** Resolves when it and everything it started have ended. */
  end(conversationId: string, id: string): Promise<Result<BackgroundCommand>>;
  endConversation(conversationId: string): Promise<void>;
  /** Notifies of changes, at most a few times a second. */
  onChange(listener: () => void): () => void;
  /** Ends all commands. */
  close(): Promise<void>;
}

/** A command's record on disk. */
export interface BackgroundRecord {
  id: string;
  /** The message with the call. */
  messageId: string;
  command: string;
  cwd: string;
  /** ISO 8601. */
  startedAt: string;
  /** Null while it runs, and after a crash of the app. */
  ended: (Pick<BackgroundCommand, 'exitCode' | 'signal' | 'endedBy' | 'sandbox'> & { at: string }) | null;
}

/** Stores a running command's output as it arrives, with secrets masked. Never throws. */
export interface BackgroundLog {
  readonly id: string;
  /** UTF-8 bytes, split anywhere. Await the promise before the next chunk, and before reusing the buffer. */
  add(piece: Buffer): Promise<void>;
  /** Number of bytes stored or counted. */
  bytes(): number;
  /** Its last characters. */
  tail(): string;
  end(ended: NonNullable<BackgroundRecord['ended']>): Promise<void>;
}

/** Files of background commands, which live as long as their conversation. */
export interface BackgroundFiles {
  /** Assigns an id that is new in the conversation; durable when it resolves. */
  open(
    conversationId: string,
    about: Pick<BackgroundRecord, 'messageId' | 'command' | 'cwd' | 'startedAt'>,
  ): Promise<Result<BackgroundLog>>;
  /** BACKGROUND_NOT_FOUND if it does not exist. */
  read(conversationId: string, id: string): Promise<Result<BackgroundRecord & { bytes: number; tail: string }>>;
  page(conversationId: string, id: string, offset: number, limit: number): Promise<Result<ResultPage>>;
}
