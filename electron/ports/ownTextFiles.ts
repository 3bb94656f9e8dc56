// The port to the user's texts that are files in the data folder. Never throws; `ok` means durable.

import type { Result } from '../../shared/core/errors.ts';
import type { UserText } from '../../shared/core/sentence.ts';

export type UserTextFileName =
  | { about: 'memory' }
  | { about: 'projectMemory'; projectId: string }
  /** A project's instructions. */
  | { about: 'project'; projectId: string };

export interface UserTextFile {
  /** Absolute. */
  path: string;
  /** Empty if there is none or it cannot be used. */
  text: string;
  /** Changes with the file. */
  version: string;
  /** Why it cannot be used, a phrase: binary, too large, a link, or unreadable. */
  problem: UserText | null;
}

/** The call that changed a text. */
export interface UserTextCall {
  messageId: string;
  index: number;
}

export interface UserTextFiles {
  path(name: UserTextFileName): string;
  /** Records the version that a conversation has received or written. In memory only. */
  noteSeen(conversationId: string, name: UserTextFileName, version: string): void;
  /** Undefined: unknown. */
  seenVersion(conversationId: string, name: UserTextFileName): string | undefined;
  /** Reads the current file. */
  read(name: UserTextFileName): Promise<UserTextFile>;
  /**
   * Replaces the text, with secrets masked. CONTENT_CHANGED if the file is no longer at `version`; STORE_WRITE_FAILED
   * leaves it unchanged. `by`: keeps the previous text for that call.
   */
  write(name: UserTextFileName, text: string, version: string, by?: UserTextCall): Promise<Result<UserTextFile>>;
  /** Restores the text before the call. CONTENT_CHANGED if it is no longer what the call wrote. */
  restore(name: UserTextFileName, call: UserTextCall): Promise<Result<UserTextFile>>;
}
