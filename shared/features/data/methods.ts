// Disk usage, and what can be freed.

import { z } from 'zod';
import { defineMethod, id, nothing } from '../../protocol/method.ts';
import type { RestorableDeletion } from '../conversations/methods.ts';

/** Space that can be freed, by the action that frees it. */
const freeable = ['results', 'attachments', 'temporary', 'deletions', 'copies'] as const;

export type Freeable = (typeof freeable)[number];

/** Bytes by purpose. */
export interface ProjectSpace {
  projectId: string;
  name: string;
  /** On this machine; null: none. */
  folder: string | null;
  messages: number;
  results: number;
  attachments: number;
  logs: number;
  undo: number;
  /** Kept from files that could not be read in full, or set aside by a check. */
  copies: number;
  /** Deleted, and kept until the app that deleted it quits. */
  deleted: number;
  other: number;
  total: number;
  /**
   * Unreferenced results and attachments, unfinished writes, deletions of processes that have ended, and kept copies.
   */
  free: Record<Freeable, number>;
}

export interface SpaceReport {
  projects: ProjectSpace[];
  /** Lists, search index and imported sessions: rebuilt when missing. */
  derived: number;
  total: number;
  restorable: RestorableDeletion[];
}

export const dataMethods = {
  /** Returns each project's disk usage, and what can be freed. */
  'data.space': defineMethod<SpaceReport>()('none', nothing),
  /** Frees one kind of data; kept copies are removed only if requested explicitly. */
  'data.free': defineMethod<{ files: number; bytes: number }>()(
    'app',
    z.object({ projectId: id, what: z.enum(freeable) }),
  ),
} as const;
