// The ports to sessions that stay in other programs' files: what is kept of them, and who finds and reads them.

import type { Result } from '../../shared/core/errors.ts';
import type { InPlaceProgram } from '../../shared/features/inPlace/inPlace.ts';
import type { InPlaceList, InPlaceProgramInfo } from '../../shared/features/inPlace/methods.ts';
import type { ProjectInfo } from '../../shared/features/projects/methods.ts';
import type { ImportedConversation, SourceConversation } from './store.ts';

/** What a conversation was read from. */
export interface InPlaceSource {
  /** Another one when the session has changed. Begins with `part:` where only its end was read. */
  stamp: string;
  /** The conversation of the session; of one of its agents another than its own. */
  session: string;
}

/** Where what was read is kept. */
export interface InPlaceStore {
  openInPlaceProject(program: InPlaceProgram): Promise<Result<ProjectInfo>>;
  /** Instead of what was read before. */
  keepInPlace(given: ImportedConversation, source: InPlaceSource): Promise<Result<void>>;
  /**
   * The same, where only the end was read: its first record is known, and what is another from there on is written anew. `grown`:
   * nothing is. MESSAGE_NOT_FOUND: they do not meet, and all of it has to be read.
   */
  keepEndInPlace(given: SourceConversation, source: InPlaceSource): Promise<Result<{ grown: boolean }>>;
  /** Null: nothing is kept. */
  sourceOf(conversationId: string): Promise<InPlaceSource | null>;
  /** Of every conversation that is kept of a program's sessions, by its id. */
  keptInPlace(program: InPlaceProgram): Promise<Map<string, InPlaceSource>>;
  /** With what is attached in them and in no other: the ids of what is gone. */
  removeInPlace(program: InPlaceProgram, conversationIds: readonly string[]): Promise<string[]>;
  /** Whether there is anything of a program's. */
  hasInPlace(program: InPlaceProgram): boolean;
  /** Removes all that is kept of it: the ids of what that was. */
  dropInPlace(program: InPlaceProgram): Promise<Result<string[]>>;
}

export interface InPlace {
  /** Which of the programs are here, and which are shown. */
  programs(): Promise<InPlaceProgramInfo[]>;
  /** Sessions of the programs that are shown, newest first. */
  list(): Promise<InPlaceList>;
  /** What is read of those that are not shown any more is removed. */
  show(program: InPlaceProgram, shown: boolean): Promise<Result<void>>;
  /** Reads a session so that it can be opened: the end of a long one first. */
  prepare(conversationId: string): Promise<Result<void>>;
  /** Reads all of it first, so that nothing is missing from what is made of it. */
  readWhole(conversationId: string): Promise<Result<void>>;
  /** Follows it while it grows. Returns what ends that. */
  follow(conversationId: string): () => void;
  /** Makes a session one of ours, or brings in what it has more since that was done: the id of ours. */
  continue(conversationId: string): Promise<Result<{ conversationId: string }>>;
  /** Looks for sessions and reads them in the background. */
  begin(): void;
  close(): Promise<void>;
}
