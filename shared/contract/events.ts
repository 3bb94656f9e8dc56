// Every event that leaves the host, in one table. Events are numbered without gaps, for the app and for each
// conversation by itself, so that a view knows whether it missed one.

import type { ConversationEvent } from '../conversation/event.ts';
import type { Settings } from '../settings.ts';
import type { ConversationRow, ProjectInfo, ProviderInfo } from './resources.ts';
import type { BackgroundCommand } from './toolResources.ts';

/** What a person may want to know of a run that they do not look at. `paused`: it ended before it was done. */
export type Attention = 'approval' | 'question' | 'done' | 'failed' | 'paused';

export type AppEvent =
  | { type: 'conversation.listed'; row: ConversationRow }
  | { type: 'conversation.unlisted'; conversationId: string }
  | { type: 'projects.changed'; projects: ProjectInfo[] }
  | { type: 'settings.changed'; settings: Settings }
  | { type: 'providers.changed'; providers: ProviderInfo[] }
  /** The list is to be asked for again. */
  | { type: 'permissions.changed' }
  | { type: 'processes.changed'; commands: BackgroundCommand[] }
  | { type: 'mcp.changed' }
  /** A run asks for the person, or has ended; also of conversations that no list shows, as those of agents. */
  | { type: 'conversation.attention'; conversationId: string; what: Attention }
  /** The person clicked a notification. */
  | { type: 'window.show'; conversationId: string }
  /** `info`: news that asks for nothing; without it something has gone wrong. */
  | { type: 'notice'; message: string; tone?: 'info' };

/** `conversationId` is null for an event of the app. */
export type ContractEvent =
  | { conversationId: null; seq: number; event: AppEvent }
  | { conversationId: string; seq: number; event: ConversationEvent };
