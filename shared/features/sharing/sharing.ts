// Team spaces: what members publish for each other, and how it is previewed.

import type { UserTextData } from '../../core/sentence.ts';

export interface TeamInfo {
  /** On this machine; not in the store. */
  team: string;
  name: string;
  memberName: string;
  device: string;
  kind: 'folder' | 'webdav' | 's3';
  place: string;
  /** ISO 8601; null: never. */
  lookedAt: string | null;
  isLooking: boolean;
  /** Why the last look failed; what was read before stays. */
  error: UserTextData | null;
  isOffline: boolean;
  /** `of`: the name of a member; null: this machine. */
  problems: { of: string | null; text: UserTextData }[];
  /** Publications and withdrawals that are still to be uploaded. */
  waiting: number;
  /** A member was removed by another one, and this machine may follow. */
  move: { by: string; removed: string[] } | null;
  members: TeamMember[];
}

export interface TeamMember {
  device: string;
  /** Members with one name have a part of their ID added. */
  name: string;
  isThis: boolean;
}

/** A conversation that a member has published. */
export interface SharedConversation {
  team: string;
  teamName: string;
  publication: string;
  /** The cached copy; for one of this machine, the original. */
  conversationId: string;
  title: string;
  author: string;
  isMine: boolean;
  /** Name of the repository; null: none. */
  repository: string | null;
  /** When it was published, by its author's clock: ISO 8601. */
  at: string;
  bytes: number;
  /** Its copy is still to come. */
  isWaiting: boolean;
}

/** A text that looks like a secret, as found in what is to be published. */
export interface FoundSecret {
  /** Identifies it in this preview. */
  id: string;
  /** With most of its letters hidden. */
  masked: string;
  /** Where it is first: the text around it, with every secret masked. */
  before: string;
  after: string;
  count: number;
  isMasked: boolean;
  /** One of the app's own keys; it is never published. */
  isOwnKey: boolean;
}

export interface SharePreview {
  /** Names the bytes that are published when the user agrees, and nothing else. */
  prepared: string;
  title: string;
  repository: string | null;
  messages: number;
  calls: number;
  attachments: number;
  /** Attachments that are no text: nothing is masked in them. */
  pictures: number;
  agents: number;
  bytes: number;
  secrets: FoundSecret[];
  /** How often a path of the home folder was shortened to `~`. */
  homePaths: number;
  /** It replaces an earlier publication of the same. */
  replaces: boolean;
}
