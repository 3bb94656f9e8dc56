// A plugin: files from elsewhere that extend the app, with the place that they came from and the hash of their content.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import type { BundleInfo, BundleProposal } from './bundle.ts';

export const pluginKinds = ['skill', 'plugin', 'bundle'] as const;
export type PluginKind = (typeof pluginKinds)[number];

/** Where a plugin came from, and where updates are looked for. */
export const pluginSource = z.discriminatedUnion('type', [
  z.object({ type: z.literal('url'), url: z.string(), path: z.string() }),
  z.object({ type: z.literal('local'), file: z.string(), path: z.string() }),
  z.object({
    type: z.literal('git'),
    address: z.string(),
    /** Empty: the default branch. */
    ref: z.string(),
    path: z.string(),
    commit: z.string(),
  }),
]);
export type PluginSource = z.infer<typeof pluginSource>;

export interface PluginInfo {
  id: string;
  kind: PluginKind;
  name: string;
  description: string;
  version: string;
  /** Without a password. */
  source: string;
  /** Empty unless it is from a Git repository. */
  commit: string;
  /** The hash of the installed content. */
  hash: string;
  /** ISO 8601, UTC. */
  installedAt: string;
  enabled: boolean;
  files: number;
  bytes: number;
  /** Files that are no longer as installed. */
  changedByHand: string[];
  /** Whether the version before the last update is still there. */
  hasPrevious: boolean;
  skills: string[];
  servers: string[];
  /** Null: it is none. */
  bundle: BundleInfo | null;
}

export type FileChange = 'added' | 'changed' | 'removed' | 'same';

export interface ProposedFile {
  path: string;
  bytes: number;
  /** Can be run as a program. */
  isScript: boolean;
  change: FileChange;
  /** A unified diff; empty if nothing changes, or if it is no text. */
  diff: string;
  /** The diff is longer, or the file too large for one. */
  isCut: boolean;
}

/** A package before it is installed. */
export interface PluginProposal {
  id: string;
  kind: PluginKind;
  name: string;
  description: string;
  version: string;
  source: string;
  commit: string;
  hash: string;
  bytes: number;
  files: ProposedFile[];
  /** More files than are listed. */
  moreFiles: number;
  /** How many of all files can be run. */
  programs: number;
  /** Of its main file. */
  text: string;
  effects: UserTextData[];
  /** Null: it is none. */
  bundle: BundleProposal | null;
  /** An installed plugin that it replaces. */
  replaces: { id: string; version: string; hash: string; changedByHand: string[] } | null;
}
