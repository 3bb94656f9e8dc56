// Sessions in other apps' files on this machine: finding, listing, and continuing them as conversations. They open with
// `conversation.open`.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { conversationId, defineMethod, type Nothing, nothing } from '../../protocol/method.ts';
import type { ListedAgentSession } from '../externalAgents/externalAgent.ts';
import type { SharedConversation } from '../sharing/sharing.ts';
import { type InPlaceProgram, inPlacePrograms } from './inPlace.ts';

const agentId = z.string().min(1).max(60);

export type InPlaceEvent = { type: 'inPlace.changed' };

export interface InPlaceProgramInfo {
  program: InPlaceProgram;
  /** Where it keeps its sessions. */
  place: string;
  /** False: nothing is there. */
  exists: boolean;
  /** Enabled by the user. */
  shown: boolean;
}

export interface InPlaceRow {
  conversationId: string;
  program: InPlaceProgram;
  /** The app's own ID of it, which its agent lists, too; null: unknown. */
  sessionId: string | null;
  /** The external agent that is the same app. */
  agentId: string;
  title: string;
  /** The folder it worked in; null: unspecified. */
  folder: string | null;
  /** Time of its last record or file change: ISO 8601, UTC. */
  updatedAt: string;
  /** Size of its file; null: it is in a database. */
  bytes: number | null;
}

/** A session of another app on another of the user's machines. It is fetched when it is opened. */
export interface MachineSession {
  conversationId: string;
  device: string;
  /** Name of its machine. */
  machine: string;
  program: InPlaceProgram;
  title: string;
  /** The folder it worked in there; null: unspecified. */
  folder: string | null;
  /** ISO 8601, by the clock of its machine. */
  updatedAt: string;
  bytes: number;
}

/** Sessions that an external agent lists, and that are not read from its files. */
export interface ListedAgent {
  agentId: string;
  name: string;
  /** Its app, if its files could be read, too. */
  program: InPlaceProgram | null;
  /** Newest first. */
  sessions: ListedAgentSession[];
}

export interface InPlaceList {
  /** Newest first. */
  rows: InPlaceRow[];
  /** Number of searchable sessions, and of all. */
  read: number;
  total: number;
  /** Places that could not be read, as sentences. */
  problems: UserTextData[];
  /** The external agents that have listed theirs since the app started. */
  agents: ListedAgent[];
  /** Conversations that the other members of teams have published, newest first. */
  shared: SharedConversation[];
  /** Newest first. */
  onMachines: MachineSession[];
  /** The user belongs to a team. */
  hasTeam: boolean;
}

export const inPlaceMethods = {
  'inPlace.programs': defineMethod<{ programs: InPlaceProgramInfo[] }>()('none', nothing),
  /** Lists the sessions of enabled apps. `inPlace.changed` events follow changes. */
  'inPlace.list': defineMethod<InPlaceList>()('none', nothing),
  /** Off by default. Disabling removes the cached copies from the data folder; the app's files are never written. */
  'inPlace.show': defineMethod<Nothing>()('app', z.object({ program: z.enum(inPlacePrograms), shown: z.boolean() })),
  /**
   * Imports the whole session as a conversation. Again: returns the same conversation, with what the session has
   * gained.
   */
  'inPlace.continue': defineMethod<{ conversationId: string }>()('none', z.object({ conversationId })),
  /** The same, with its external agent: the next message continues the session itself. */
  'inPlace.continueInAgent': defineMethod<{ conversationId: string }>()('none', z.object({ conversationId })),
  /** Starts an external agent, to ask for its sessions. May take a minute. */
  'inPlace.look': defineMethod<Nothing>()('none', z.object({ agent: agentId })),
  /** Loads a listed session in its agent, and stores its replay as a conversation. Again: returns the same conversation. */
  'inPlace.openListed': defineMethod<{ conversationId: string }>()(
    'none',
    z.object({ agent: agentId, session: z.string().min(1).max(1000) }),
  ),
} as const;
