// The port to the texts of the person's own that are files in the data folder. Nothing throws; a promise that resolves with `ok`
// means durable.

import type { Result } from '../../shared/core/errors.ts';
import type { UserText } from '../../shared/core/sentence.ts';

export type OwnTextFileName =
  | { about: 'memory' }
  | { about: 'projectMemory'; projectId: string }
  /** The instructions for a project. */
  | { about: 'project'; projectId: string };

export interface OwnTextFile {
  /** Absolute. */
  path: string;
  /** Empty where there is none, or it cannot be used. */
  text: string;
  /** Another one when the file is. */
  version: string;
  /** Why it cannot be used, a phrase: it is binary, too large, a link, or could not be read. */
  problem: UserText | null;
}

/** The call that changed a text. */
export interface OwnTextCall {
  messageId: string;
  index: number;
}

export interface OwnTextFiles {
  path(name: OwnTextFileName): string;
  /** What a conversation knows of a text: told to it, or written by it. Memory only. */
  noteSeen(conversationId: string, name: OwnTextFileName, version: string): void;
  /** Undefined: nothing is known of it. */
  seenVersion(conversationId: string, name: OwnTextFileName): string | undefined;
  /** As it is on the disk now. */
  read(name: OwnTextFileName): Promise<OwnTextFile>;
  /**
   * Replaces the whole text, secrets hidden. CONTENT_CHANGED when the file is no longer `version`; STORE_WRITE_FAILED, and the
   * file is as it was. `by`: what was there before is kept for that call.
   */
  write(name: OwnTextFileName, text: string, version: string, by?: OwnTextCall): Promise<Result<OwnTextFile>>;
  /** Puts back what was there before the call. CONTENT_CHANGED when it is no longer what the call made of it. */
  restore(name: OwnTextFileName, call: OwnTextCall): Promise<Result<OwnTextFile>>;
}
