// A host's own installation, and how it is replaced. The feature checks and downloads; the host only installs a verified
// file.

import { fail, type Result } from '../../shared/core/errors.ts';
import { say, type UserText } from '../../shared/core/sentence.ts';
import type { InstallKind } from '../../shared/features/updates/updates.ts';

/** The files of a release, by how they are installed. */
export const updateFileKinds = ['appImage', 'deb', 'rpm', 'nsis', 'zip'] as const;
export type UpdateFileKind = (typeof updateFileKinds)[number];

/** Where updates come from. Both are part of the build. */
export interface UpdateSource {
  /** A folder on a server; ends with a slash. */
  address: string;
  /** The publisher's Ed25519 key: 32 bytes, Base64. */
  publicKey: string;
}

export interface VerifiedUpdate {
  version: string;
  published: string;
  notes: string;
  path: string;
  name: string;
  size: number;
  /** Base64, as in the manifest. */
  sha512: string;
}

/** Result of the last installation, known to the next start. */
export type UpdateOutcome =
  | { kind: 'installed'; version: string; from: string }
  | { kind: 'rolledBack'; version: string }
  | { kind: 'failed'; version: string; reason: UserText };

export interface UpdateHost {
  /** Finds out `kind`, `takes` and `off`, once. Await it before you read them. */
  known(): Promise<void>;
  kind: InstallKind;
  /** For downloads and what is remembered of them; nothing in it is data of the user. */
  folder: string;
  platform: string;
  arch: string;
  /** Null: this build has no key, and updates are off. */
  source: UpdateSource | null;
  /** The file that it installs; null: none. */
  takes: UpdateFileKind | null;
  /** Why it cannot check for updates, and what to do instead. */
  off: UserText | null;
  /** Why it could not install now, and what to do instead; null: it could. Looks at the disk. */
  problem(): Promise<UserText | null>;
  /** The outcome of the last installation, once. */
  takeOutcome(): UpdateOutcome | null;
  /**
   * Tests that the file starts, where possible, and has it installed after the app has closed. `restart`: closes the app
   * now and starts the new version. Null: cancels an earlier call.
   */
  arrange(update: VerifiedUpdate | null, options: { restart: boolean }): Promise<Result<void>>;
}

/** A host that does not replace itself: the browser host and the command line run from wherever they were put. */
export function noUpdates(kind: InstallKind, folder: string): UpdateHost {
  const off = say`This window belongs to the browser host, which does not update itself. Update Throughline the way you installed it, such as with git pull, your package manager, or the desktop app’s own updates.`;
  return {
    kind,
    folder,
    platform: process.platform,
    arch: process.arch,
    source: null,
    takes: null,
    off,
    problem: async () => off,
    known: async () => {},
    takeOutcome: () => null,
    arrange: async () => fail('NOT_SUPPORTED', off),
  };
}
