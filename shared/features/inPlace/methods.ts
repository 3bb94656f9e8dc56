// Sessions that stay in the files of other programs on this machine: found, listed, and continued as conversations of ours.
// They open with `conversation.open`.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { conversationId, method, type Nothing, nothing } from '../../protocol/method.ts';
import { type InPlaceProgram, inPlacePrograms } from './inPlace.ts';

export type InPlaceEvent = { type: 'inPlace.changed' };

export interface InPlaceProgramInfo {
  program: InPlaceProgram;
  /** Where it keeps its sessions. */
  place: string;
  /** False: there is nothing. */
  exists: boolean;
  /** Chosen by the person. */
  shown: boolean;
}

export interface InPlaceRow {
  conversationId: string;
  program: InPlaceProgram;
  title: string;
  /** Where it worked; null: it does not say. */
  folder: string | null;
  /** When its last record was made, or its file was written: ISO 8601, UTC. */
  updatedAt: string;
  /** Of its file; null: it stands in a database. */
  bytes: number | null;
}

export interface InPlaceList {
  /** Newest first. */
  rows: InPlaceRow[];
  /** Sessions that can be searched, of how many. */
  read: number;
  total: number;
  /** Places that could not be looked at, as sentences. */
  problems: UserTextData[];
}

export const inPlaceMethods = {
  'inPlace.programs': method<{ programs: InPlaceProgramInfo[] }>()('none', nothing),
  /** Of the programs that are shown. The event `inPlace.changed` says when it is another. */
  'inPlace.list': method<InPlaceList>()('none', nothing),
  /** Off until chosen. Turned off, what was read of them is removed from the data folder; their files are never written. */
  'inPlace.show': method<Nothing>()('app', z.object({ program: z.enum(inPlacePrograms), shown: z.boolean() })),
  /** Makes one of ours of it, whole. A second time: the same one, with what the session has more by now. */
  'inPlace.continue': method<{ conversationId: string }>()('none', z.object({ conversationId })),
} as const;
