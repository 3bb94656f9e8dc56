// Presets: listing, choosing and editing. A window names them by scope and id.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { conversationId, defineMethod, id } from '../../protocol/method.ts';
import type { Preset, PresetProblem } from './preset.ts';
import { presetFieldsSchema, presetRefSchema } from './schema.ts';

/** Bytes of an imported file. */
const presetImportBytes = 1024 * 1024;

/** Null: no project, only personal presets. */
const projectId = id.nullable();

export interface ImportedPreset {
  preset: Preset;
  /** Fields of the file that a preset does not have, by the file's names. */
  left: string[];
}

export const presetMethods = {
  /** Folder presets come first, and only while the folder is trusted. `folder`: where personal presets are. */
  'preset.list': defineMethod<{ presets: Preset[]; problems: PresetProblem[]; folder: string; mayShare: boolean }>()(
    'none',
    z.object({ projectId }),
  ),
  /**
   * Sets the preset's model, options and mode, and sends its instructions with the next message. Null: no preset; what
   * was set stays. `problems`: what was skipped. CONFIRMATION_NEEDED: as for `conversation.configure`.
   */
  'preset.choose': defineMethod<{ problems: UserTextData[] }>()(
    'conversation',
    z.object({ conversationId, preset: presetRefSchema.nullable() }),
  ),
  /**
   * `ref` null: creates a preset in a file named after it. `version`: of the edited preset; SETTINGS_INVALID if its
   * file has changed since. Unknown content of the file is preserved.
   */
  'preset.save': defineMethod<{ preset: Preset }>()(
    'app',
    z.object({
      projectId,
      scope: presetRefSchema.shape.scope,
      ref: presetRefSchema.nullable(),
      version: z.string().max(100).nullable(),
      fields: presetFieldsSchema,
    }),
  ),
  /** Copies a preset under another name, with everything in its file. */
  'preset.duplicate': defineMethod<{ preset: Preset }>()(
    'app',
    z.object({ projectId, ref: presetRefSchema, name: presetFieldsSchema.shape.name }),
  ),
  /** `undo`: pass it to `preset.restore`, until the app quits. */
  'preset.remove': defineMethod<{ undo: string }>()('app', z.object({ projectId, ref: presetRefSchema })),
  'preset.restore': defineMethod<{ preset: Preset | null }>()('app', z.object({ undo: id })),
  /** Returns its file unchanged. */
  'preset.text': defineMethod<{ name: string; text: string }>()('none', z.object({ projectId, ref: presetRefSchema })),
  /** Shows its file in the system's file manager. False: the host has none. */
  'preset.reveal': defineMethod<{ shown: boolean }>()('none', z.object({ projectId, ref: presetRefSchema })),
  /** Creates personal presets from a file of this app or another; imports nothing if the file is not one. */
  'preset.import': defineMethod<{ imported: ImportedPreset[]; problems: PresetProblem[] }>()(
    'app',
    z.object({ name: z.string().min(1).max(300), base64: z.string().max(Math.ceil(presetImportBytes / 3) * 4 + 4) }),
  ),
} as const;

/** Read `preset.list` again. */
export type PresetEvent = { type: 'presets.changed' };
