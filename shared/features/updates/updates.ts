// Updates of the app: what the window shows of one.

import type { UserTextData } from '../../core/sentence.ts';

/** How this copy of the app came to this machine. `managed`: by a package manager that also updates it. */
export type InstallKind =
  | 'appImage'
  | 'deb'
  | 'rpm'
  | 'mac'
  | 'nsis'
  | 'archive'
  | 'managed'
  | 'source'
  | 'browser'
  | 'terminal';

export interface UpdateOffer {
  version: string;
  /** When it was published, ISO 8601. */
  published: string;
  /** Size in bytes of the file for this machine. Null: there is none for this kind of package. */
  size: number | null;
}

export type UpdatePhase =
  | 'idle'
  | 'checking'
  | 'downloading'
  | 'verifying'
  /** Part of the file is here; a download continues after it. */
  | 'paused'
  /** Downloaded and checked. */
  | 'ready'
  /** Installs once nothing runs. */
  | 'waiting'
  | 'installing';

export interface UpdateState {
  /** The version of this app. */
  version: string;
  kind: InstallKind;
  /** Why this copy cannot check, and what to do instead. Null: it can. */
  off: UserTextData | null;
  /** Why this copy cannot install an update, and what to do instead. Null: it can. */
  byHand: UserTextData | null;
  /** The server that a check asks. */
  server: string | null;
  /** The last check that got an answer, ISO 8601. */
  checkedAt: string | null;
  phase: UpdatePhase;
  /** A newer version; null: none is known. */
  offer: UpdateOffer | null;
  /** The user declined this version. */
  isDeclined: boolean;
  /** Bytes that are here of the download. */
  bytes: number;
  /** Null while unknown. */
  bytesPerSecond: number | null;
  /** It is installed when the app quits. */
  onQuit: boolean;
  /** Why the last step failed. Nothing was changed. */
  problem: UserTextData | null;
  /** The result of the last installation. */
  outcome: UserTextData | null;
}

/** Something that an installation would interrupt. */
export interface RunningWork {
  conversationId: string;
  title: string;
  /** The command that runs in the background; null: the conversation's run. */
  command: string | null;
}
