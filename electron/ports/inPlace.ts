// Ports to sessions in other apps' files: the cache, which also holds what teams share, and the service that finds and
// reads them.

import type { Result } from '../../shared/core/errors.ts';
import type { InPlaceOwner, InPlaceProgram } from '../../shared/features/inPlace/inPlace.ts';
import type { InPlaceList, InPlaceProgramInfo } from '../../shared/features/inPlace/methods.ts';
import type { ProjectInfo } from '../../shared/features/projects/methods.ts';
import type { SourceConversation, StreamedConversation } from './store.ts';

/** The source of a cached conversation. */
export interface InPlaceSource {
  /** Changes when the session does. Starts with `part:` if only its end was read. */
  stamp: string;
  /** The session's conversation; for an agent's conversation, its parent's. */
  session: string;
  /** The folder it worked in; null: none. Absent in copies of earlier versions. */
  folder?: string | null;
  /** When it was last written, ISO 8601. */
  updatedAt?: string;
}

/** The cache of sessions. */
export interface InPlaceStore {
  /** `name`: of a new project. */
  openInPlaceProject(owner: InPlaceOwner, name: string): Promise<Result<ProjectInfo>>;
  /** Replaces the cached conversation. */
  keepInPlace(conversation: StreamedConversation, source: InPlaceSource): Promise<Result<void>>;
  /**
   * Replaces only the end: its first record is known, and records that differ from there on are rewritten. `grown`:
   * nothing was rewritten. MESSAGE_NOT_FOUND: it does not connect, so the whole session must be read.
   */
  keepEndInPlace(conversation: SourceConversation, source: InPlaceSource): Promise<Result<{ grown: boolean }>>;
  /** Null: not cached. */
  sourceOf(conversationId: string): Promise<InPlaceSource | null>;
  /** Returns the sources of all cached conversations of an app or team, by conversation id. */
  keptInPlace(owner: InPlaceOwner): Promise<Map<string, InPlaceSource>>;
  /** Removes them with attachments that no other uses; returns the ids removed. */
  removeInPlace(owner: InPlaceOwner, conversationIds: readonly string[]): Promise<string[]>;
  /** Whether anything of an app or team is cached. */
  hasInPlace(owner: InPlaceOwner): boolean;
  /** Removes everything cached of an app or team; returns the ids. */
  dropInPlace(owner: InPlaceOwner): Promise<Result<string[]>>;
}

/** A session as an external agent lists it (`session/list` of the Agent Client Protocol). */
export interface AgentSession {
  /** As known agents are named. */
  agentId: string;
  sessionId: string;
}

/** Sessions of other machines. */
export interface SessionsElsewhere {
  /** Caches it, as it is now if its machine or the store can be reached. */
  prepare(conversationId: string): Promise<Result<void>>;
  /** Copies it as a conversation of ours, or updates an earlier copy. */
  continue(conversationId: string): Promise<Result<{ conversationId: string }>>;
}

export interface InPlace {
  /** For sessions of other machines, and conversations that a team shares. */
  setElsewhere(elsewhere: SessionsElsewhere): void;
  /** Returns which apps are present, and which are enabled. */
  programs(): Promise<InPlaceProgramInfo[]>;
  /** Returns the sessions of enabled apps, newest first. */
  list(): Promise<Omit<InPlaceList, 'agents' | 'shared' | 'onMachines' | 'hasTeam'>>;
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
