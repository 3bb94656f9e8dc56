// Reports of backups and restores, and the settings of backups.

import { z } from 'zod';
import type { SentenceData, UserTextData } from '../../core/sentence.ts';

/** A place in a backup that is damaged or refused. */
interface BackupProblem {
  /** The file of the backup. */
  file: string;
  /** In the data folder; null: the backup itself. */
  path: string | null;
  /** Bytes from the start of the backup's archive. */
  at: number;
  reason: UserTextData;
}

export interface RestoreSummary {
  file: string;
  createdAt: string;
  /** The version of the app that made it. */
  version: string;
  isSameMachine: boolean;
  /** Backups that it consists of, with its increments. */
  backups: number;
  bytes: number;
  files: number;
  newConversations: number;
  mergedConversations: number;
  /** Other new files; the lists are cut off. */
  newFiles: string[];
  newFileCount: number;
  /** Files that exist here and stay as they are. */
  kept: string[];
  keptCount: number;
  /** Only for the machine of the backup. */
  withheld: string[];
  /** Its data is encrypted with a key that is not here: without its recovery code, titles and project names are withheld. */
  needsCode: boolean;
  problems: BackupProblem[];
  problemCount: number;
}

export const backupSchedules = ['off', 'quit', 'daily', 'weekly'] as const;
export type BackupSchedule = (typeof backupSchedules)[number];

export const backupSettings = z
  .looseObject({
    every: z.enum(backupSchedules).default('off'),
    /** Empty until the user chooses one. */
    folder: z.string().max(4096).default(''),
    /** How many backups stay in the folder, at least. */
    keep: z.number().int().min(1).max(1000).default(7),
    /** Encrypted with the passphrase in the keychain. */
    encrypted: z.boolean().default(false),
    /** Public keys of age to encrypt for, instead. */
    recipients: z.array(z.string().max(4000)).max(20).default([]),
  })
  .default({ every: 'off', folder: '', keep: 7, encrypted: false, recipients: [] });

export interface BackupReport {
  /** Null: nothing has changed since the last one. */
  file: string | null;
  bytes: number;
  isIncrement: boolean;
  files: number;
  totalBytes: number;
  /** The first of them, and their number. */
  leftOut: { path: string; reason: SentenceData }[];
  leftOutCount: number;
  /** Old backups that were deleted. */
  deleted: string[];
}
