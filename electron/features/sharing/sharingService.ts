// The part of team spaces that others may use. Nothing is loaded until this machine belongs to a team.

import type { Result } from '../../../shared/core/errors.ts';
import type { UserText } from '../../../shared/core/sentence.ts';
import type { TeamAccount } from './team/teamAccount.ts';
import type { TeamSpaces } from './teamSpaces.ts';

export interface SharingService {
  /** Why nothing may be written; null: it may. */
  readonly readOnly: UserText | null;
  /** Whether this machine is a member of a team. */
  isMember(): Promise<boolean>;
  account(): Promise<TeamAccount>;
  spaces(): Promise<TeamSpaces>;
  /** For “Your name”. It goes nowhere before the user has seen it. */
  suggestedName(): Promise<string>;
  /** Imports a shared conversation, or updates an earlier import; returns its ID. */
  continueCopy(conversationId: string, signal: AbortSignal): Promise<Result<{ conversationId: string }>>;
  /** Fetches a conversation that is listed and still on its way. */
  fetch(conversationId: string): Promise<Result<void>>;
  onChange(listener: () => void): () => void;
  /** Also when another process has changed the accepted items. */
  onAccepted(listener: () => void): () => void;
  /** Looks soon, and then once a minute. Returns a function that stops it. */
  keepUp(): () => void;
  close(): Promise<void>;
}
