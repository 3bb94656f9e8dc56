// The port to presets: files of the person's, and of the folder that a conversation works in. Nothing here throws.

import type { Result } from '../../shared/core/errors.ts';
import type { Sentence } from '../../shared/core/sentence.ts';
import type { ImportedPreset } from '../../shared/features/presets/methods.ts';
import type { Preset, PresetFields, PresetProblem, PresetRef } from '../../shared/features/presets/preset.ts';

export interface PresetScope {
  /** Absolute path; null without one. */
  folder: string | null;
  /** Without it nothing of the folder is read or written. */
  trusted: boolean;
}

export interface Presets {
  /** Those of the folder first, each by name. Read from the disk each time, which is bounded. */
  list(scope: PresetScope): Promise<{ presets: Preset[]; problems: PresetProblem[] }>;
  /** Null: it has gone, cannot be read, or its folder is not trusted (any more). */
  find(scope: PresetScope, ref: PresetRef): Promise<Preset | null>;
  /** Where the person's own are. */
  folder: string;
  /** `ref` null: a new file. SETTINGS_INVALID: it was changed since `version`, or has gone. STORE_WRITE_FAILED. */
  save(
    scope: PresetScope,
    to: { scope: PresetRef['scope']; ref: PresetRef | null; version: string | null },
    fields: PresetFields,
  ): Promise<Result<Preset>>;
  duplicate(scope: PresetScope, ref: PresetRef, name: string): Promise<Result<Preset>>;
  /** What its file was is kept, by the id that is returned, until the app is closed. */
  remove(scope: PresetScope, ref: PresetRef): Promise<Result<string>>;
  /** Null: another file has its name by now, and stays. */
  restore(undo: string): Promise<Result<Preset | null>>;
  /** Its file, as it is. */
  text(scope: PresetScope, ref: PresetRef): Promise<Result<{ name: string; place: string; text: string }>>;
  /** `name`: of the file, as the person knows it. */
  import(name: string, bytes: Buffer): Promise<Result<{ imported: ImportedPreset[]; problems: PresetProblem[] }>>;
  /** Called when a file was written here. Returns what ends it. */
  onChange(listener: () => void): () => void;
}

/**
 * Whether the conversation may get the mode in which nothing is asked. Asked only where it does not have it as its own choice.
 * False: the rest of the preset is taken. An error: nothing is.
 */
export type MayAskNothing = (conversation: { id: string; title: string }) => Promise<Result<boolean>>;

/** `problems`: what was left out of it, as sentences. Null: the conversation has none from now on, and keeps what was set. */
export type ChoosePreset = (
  conversationId: string,
  ref: PresetRef | null,
  mayAskNothing: MayAskNothing,
) => Promise<Result<{ problems: Sentence[] }>>;

/** For what has none. @internal */
export const noPreset: Pick<Presets, 'find'> = { find: async () => null };
