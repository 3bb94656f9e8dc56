// Ports to sessions in other apps' files: the cache, and the service that finds and reads them.

import type { Result } from '../../shared/core/errors.ts';
import type { InPlaceProgram } from '../../shared/features/inPlace/inPlace.ts';
import type { InPlaceList, InPlaceProgramInfo } from '../../shared/features/inPlace/methods.ts';
import type { ProjectInfo } from '../../shared/features/projects/methods.ts';
import type { ImportedConversation, SourceConversation } from './store.ts';

/** The source of a cached conversation. */
export interface InPlaceSource {
  /** Changes when the session does. Starts with `part:` if only its end was read. */
  stamp: string;
  /** The session's conversation; for an agent's conversation, its parent's. */
  session: string;
}

/** The cache of sessions. */
export interface InPlaceStore {
  openInPlaceProject(program: InPlaceProgram): Promise<Result<ProjectInfo>>;
  /** Replaces the cached conversation. */
  keepInPlace(conversation: ImportedConversation, source: InPlaceSource): Promise<Result<void>>;
  /**
   * Replaces only the end: its first record is known, and records that differ from there on are rewritten. `grown`:
   * nothing was rewritten. MESSAGE_NOT_FOUND: it does not connect, so the whole session must be read.
   */
  keepEndInPlace(conversation: SourceConversation, source: InPlaceSource): Promise<Result<{ grown: boolean }>>;
  /** Null: not cached. */
  sourceOf(conversationId: string): Promise<InPlaceSource | null>;
  /** Returns the sources of all cached conversations of an app, by conversation id. */
  keptInPlace(program: InPlaceProgram): Promise<Map<string, InPlaceSource>>;
  /** Removes them with attachments that no other uses; returns the ids removed. */
  removeInPlace(program: InPlaceProgram, conversationIds: readonly string[]): Promise<string[]>;
  /** Whether anything of an app is cached. */
  hasInPlace(program: InPlaceProgram): boolean;
  /** Removes everything cached of an app; returns the ids. */
  dropInPlace(program: InPlaceProgram): Promise<Result<string[]>>;
}

/** A session as an external agent lists it (`session/list` of the Agent Client Protocol). */
export interface AgentSession {
  /** As known agents are named. */
  agentId: string;
  sessionId: string;
}

export interface InPlace {
  /** Returns which apps are present, and which are enabled. */
  programs(): Promise<InPlaceProgramInfo[]>;
  /** Returns the sessions of enabled apps, newest first. */
  list(): Promise<Omit<InPlaceList, 'agents'>>;
  /** Returns a session that was found as its agent lists it, so that each can be shown once; null if unknown. */
  agentSessionOf(conversationId: string): AgentSession | null;
  /** Disabling removes what was cached. */
  show(program: InPlaceProgram, shown: boolean): Promise<Result<void>>;
  /** Caches a session so that it can be opened: the end of a long one first. */
  prepare(conversationId: string): Promise<Result<void>>;
  /** Reads the whole session, so that an import is complete. */
  readWhole(conversationId: string): Promise<Result<void>>;
  /** Follows the session as it grows. Returns a stop function. */
  follow(conversationId: string): () => void;
  /** Imports a session, or updates an earlier import; returns the conversation's id. */
  continue(conversationId: string): Promise<Result<{ conversationId: string }>>;
  /** Starts finding and reading sessions in the background. */
  start(): void;
  close(): Promise<void>;
}
