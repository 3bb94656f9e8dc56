// How much space is taken, and what of it nobody needs.

import { z } from 'zod';
import { id, method, nothing } from '../../protocol/method.ts';
import type { RestorableDeletion } from '../conversations/methods.ts';

/** What of a project's space nobody needs, by the action that frees it. */
const freeable = ['results', 'attachments', 'temporary', 'deletions', 'copies'] as const;

export type Freeable = (typeof freeable)[number];

/** Bytes by what they are for. */
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
  /** Kept from files that could not be read whole, or set aside by a check. */
  copies: number;
  /** Deleted, and kept until the app that did it is closed. */
  deleted: number;
  other: number;
  total: number;
  /** Results that no message names, attachments that nothing names, writes that never ended, deletions of programs that have ended, and copies. */
  free: Record<Freeable, number>;
}

export interface SpaceReport {
  projects: ProjectSpace[];
  /** Lists, search and what was read of sessions in place: made again when they are missing. */
  derived: number;
  total: number;
  restorable: RestorableDeletion[];
}

export const dataMethods = {
  /** How much space every project takes, and what of it nobody needs. */
  'data.space': method<SpaceReport>()('none', nothing),
  /** Removes what nobody needs, of one kind; kept copies are only removed when they are named. */
  'data.free': method<{ files: number; bytes: number }>()('app', z.object({ projectId: id, what: z.enum(freeable) })),
} as const;
