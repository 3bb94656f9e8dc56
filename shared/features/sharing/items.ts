// Items: presets, commands, skills, instructions and approval rules that members publish for each other. Off until the user accepts a
// version; no other version takes effect.

import type { UserTextData } from '../../core/sentence.ts';
import type { FoundSecret } from './sharing.ts';

export const itemKinds = ['command', 'skill', 'preset', 'instructions', 'rules'] as const;
export type ItemKind = (typeof itemKinds)[number];

export function isItemKind(kind: string): kind is ItemKind {
  return (itemKinds as readonly string[]).includes(kind);
}

/** Those of which a user has one only; they have no name. */
export function isSingleItem(kind: ItemKind): kind is 'instructions' | 'rules' {
  return kind === 'instructions' || kind === 'rules';
}

/**
 * `off`: nobody here has accepted it. `on`: the published version is in use. `changed`: an accepted version is in use, and another one
 * is published. `withdrawn`: an accepted version is in use, and nothing is published any more. `mine`: published from this machine.
 */
export type ItemState = 'off' | 'on' | 'changed' | 'withdrawn' | 'mine';

export interface TeamItem {
  id: string;
  team: string;
  teamName: string;
  publication: string;
  kind: ItemKind;
  /** To call it by; for a single item, its kind. */
  name: string;
  author: string;
  state: ItemState;
  /** Counted by its author. Of the published version; of the accepted one if it was withdrawn. */
  version: number;
  /** When that was published, by its author's clock: ISO 8601. */
  at: string;
  hash: string;
  bytes: number;
  /** The version in use; null: none. */
  accepted: { version: number; at: string; hash: string } | null;
  /** Its content is still to be fetched, or for one's own, to be uploaded. */
  isWaiting: boolean;
}

export interface ItemFile {
  /** Within the item, with `/`. */
  path: string;
  /** Null: it is not text. */
  text: string | null;
  bytes: number;
}

/** An item as it is read before it is accepted. */
export interface ItemContent {
  item: TeamItem;
  /** Its effects and limits as sentences. */
  effects: UserTextData[];
  files: ItemFile[];
  /** From the accepted version to the published one, as a unified diff; null: no other version was accepted. */
  changes: string | null;
}

/** The user's own item, before it is published. */
export interface ItemPreview {
  /** Names the bytes that are published when the user agrees, and nothing else. */
  prepared: string;
  kind: ItemKind;
  name: string;
  bytes: number;
  files: ItemFile[];
  /** About parts that are not shared, or cannot be checked. */
  notes: UserTextData[];
  secrets: FoundSecret[];
  homePaths: number;
  /** The same item is published from this machine. */
  replaces: boolean;
  /** That one is the same. */
  isSame: boolean;
}
