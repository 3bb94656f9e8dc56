// The port to presets: the user's files, and those of a conversation's folder. Never throws.

import type { Result } from '../../shared/core/errors.ts';
import type { Sentence } from '../../shared/core/sentence.ts';
import type { ImportedPreset } from '../../shared/features/presets/methods.ts';
import type { Preset, PresetFields, PresetProblem, PresetRef } from '../../shared/features/presets/preset.ts';

export interface PresetScope {
  /** Absolute path; null without one. */
  folder: string | null;
  /** If false, nothing in the folder is read or written. */
  trusted: boolean;
}

export interface Presets {
  /** Folder presets first, each group by name. Reads the disk each time, within limits. */
  list(scope: PresetScope): Promise<{ presets: Preset[]; problems: PresetProblem[] }>;
  /** Null: missing, unreadable, or in an untrusted folder. */
  find(scope: PresetScope, ref: PresetRef): Promise<Preset | null>;
  /** Where the user's own presets are. */
  folder: string;
  /** `ref` null: creates a file. SETTINGS_INVALID: changed since `version`, or missing. STORE_WRITE_FAILED. */
  save(
    scope: PresetScope,
    to: { scope: PresetRef['scope']; ref: PresetRef | null; version: string | null },
    fields: PresetFields,
  ): Promise<Result<Preset>>;
  duplicate(scope: PresetScope, ref: PresetRef, name: string): Promise<Result<Preset>>;
  /** Keeps the removed file under the returned id until the app quits. */
  remove(scope: PresetScope, ref: PresetRef): Promise<Result<string>>;
  /** Null: another file now has its name and stays. */
  restore(undo: string): Promise<Result<Preset | null>>;
  /** Returns its file unchanged. */
  text(scope: PresetScope, ref: PresetRef): Promise<Result<{ name: string; place: string; text: string }>>;
  /** `name`: file name as the user knows it. */
  import(name: string, bytes: Buffer): Promise<Result<{ imported: ImportedPreset[]; problems: PresetProblem[] }>>;
  /** Called when the app writes a file. Returns an unsubscribe function. */
  onChange(listener: () => void): () => void;
}

/**
 * Whether the conversation may use the mode that never asks. Called only if it has not already chosen it. False: the
 * rest of the preset applies. An error: nothing does.
 */
export type MayAskNothing = (conversation: { id: string; title: string }) => Promise<Result<boolean>>;

/** `problems`: what was skipped, as sentences. Null: removes the preset and keeps what was set. */
export type ChoosePreset = (
  conversationId: string,
  ref: PresetRef | null,
  mayAskNothing: MayAskNothing,
) => Promise<Result<{ problems: Sentence[] }>>;

/** For no presets. @internal */
export const noPreset: Pick<Presets, 'find'> = { find: async () => null };
