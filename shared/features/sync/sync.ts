// The state of sync as the window shows it.

import type { UserTextData } from '../../core/sentence.ts';

/** These sync next to conversations, if the user chooses so. */
export const syncParts = ['settings', 'presets', 'memory', 'rules', 'sessions'] as const;
export type SyncPart = (typeof syncParts)[number];

/**
 * `move`: another machine was revoked, and this one may follow. `revoked`: this one was. `refused`: the store needs the user, such as
 * a new password. `offline`: for long. `problem`: something of another machine cannot be read.
 */
export type SyncAlert = 'move' | 'revoked' | 'refused' | 'offline' | 'problem';

export interface SyncMachine {
  device: string;
  /** Null: its record cannot be read. */
  name: string | null;
  isThis: boolean;
  /** When something new of it last arrived here, ISO 8601; null: not yet. */
  seenAt: string | null;
}

/** Limits of this machine. */
export interface SyncTransfers {
  /** Null: no limit. */
  bytesPerSecond: number | null;
  /** Larger attachments and full results are not uploaded; null: all are. */
  maxFileBytes: number | null;
  /** Also on a connection that the system calls metered. */
  syncsMetered: boolean;
  /** All attachments and full results are fetched, not only those that are opened. */
  keepsFiles: boolean;
}

/** Attachments and full results that are on other machines only. */
export interface SyncFiles {
  files: number;
  bytes: number;
}

/** Limits, and what the user left out on this machine. */
export interface SyncLimits extends SyncTransfers {
  /** Projects that do not sync with this machine; '': chats without a folder. */
  leftOut: string[];
}

export interface SyncMembership extends SyncLimits {
  kind: 'folder' | 'webdav' | 's3';
  /** The folder or address. */
  place: string;
  deviceName: string;
  parts: SyncPart[];
}

/** A project here, or of a conversation that is still to come. */
export interface SyncProject {
  /** '': chats without a folder, which have no name. */
  id: string;
  name: string;
  isLeftOut: boolean;
}

export interface SyncInfo {
  /** The name of this machine in its system. */
  hostName: string;
  /** Null: sync is not set up. */
  membership: SyncMembership | null;
  /**
   * `offline`: the last attempt failed, for the reason in `error`. `off`: it did not start. `metered`: it waits for another
   * connection, or for the user.
   */
  state: 'off' | 'idle' | 'syncing' | 'offline' | 'metered' | 'paused';
  syncedAt: string | null;
  /** When it was last known to work; null: it works. */
  failingSince: string | null;
  error: UserTextData | null;
  /** Failures that do not stop the rest. `of`: the name of a machine; null: it is about a conversation. */
  problems: { of: string | null; text: UserTextData }[];
  /** Conversations that are still to be uploaded, and to come. */
  uploads: number;
  /** Files that are being fetched in the background; null: none are. */
  filesToFetch: SyncFiles | null;
  waiting: number;
  /** Names of the machine that revoked, and of the revoked ones. */
  move: { by: string; revoked: string[] } | null;
  alert: SyncAlert | null;
}

/**
 * A conversation that runs on another machine. `asked`: this one waits until the run ends there. `silent`: there was no answer yet.
 * `released`: the user continues here all the same. `continued`: its run here ended for that machine, which has not begun yet.
 */
export interface RunElsewhere {
  conversationId: string;
  machine: string;
  /** When that machine was last heard, ISO 8601; null: not since this one started. */
  heardAt: string | null;
  state: 'running' | 'asked' | 'silent' | 'released' | 'continued';
  /** It ran here before. */
  fromHere: boolean;
}

/** Space and requests of the first upload. */
export interface StoreEstimate {
  conversations: number;
  /** Before compression. */
  bytes: number;
  requests: number;
}
