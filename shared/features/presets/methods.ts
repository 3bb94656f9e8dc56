// Presets: those that there are, what a conversation uses, and the files that they are. A window names them by scope and id.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { conversationId, id, method } from '../../protocol/method.ts';
import type { Preset, PresetProblem } from './preset.ts';
import { presetFieldsSchema, presetRefSchema } from './schema.ts';

/** Bytes of a file that is brought in. */
const presetImportBytes = 1024 * 1024;

/** Null: no project; then there are the person's own. */
const projectId = id.nullable();

export interface ImportedPreset {
  preset: Preset;
  /** What of the file has no place in a preset, as the file calls it. */
  left: string[];
}

export const presetMethods = {
  /** Those of a folder come first, and only while it is trusted. `folder`: where the person's own are. */
  'preset.list': method<{ presets: Preset[]; problems: PresetProblem[]; folder: string; mayShare: boolean }>()(
    'none',
    z.object({ projectId }),
  ),
  /**
   * Sets what the preset says of model, options and mode, and has its words told with the next message. Null: none from now on;
   * what was set stays. `problems`: what was left out of it. CONFIRMATION_NEEDED: as `conversation.configure` has it.
   */
  'preset.choose': method<{ problems: UserTextData[] }>()(
    'conversation',
    z.object({ conversationId, preset: presetRefSchema.nullable() }),
  ),
  /**
   * `ref` null: a new one, with a file named after it. `version`: which one was changed; SETTINGS_INVALID when its file says
   * something else by now. What the file has besides stays in it.
   */
  'preset.save': method<{ preset: Preset }>()(
    'app',
    z.object({
      projectId,
      scope: presetRefSchema.shape.scope,
      ref: presetRefSchema.nullable(),
      version: z.string().max(100).nullable(),
      fields: presetFieldsSchema,
    }),
  ),
  /** A copy under another name, with all that its file has. */
  'preset.duplicate': method<{ preset: Preset }>()(
    'app',
    z.object({ projectId, ref: presetRefSchema, name: presetFieldsSchema.shape.name }),
  ),
  /** `undo`: by which `preset.restore` knows it, until the app is closed. */
  'preset.remove': method<{ undo: string }>()('app', z.object({ projectId, ref: presetRefSchema })),
  'preset.restore': method<{ preset: Preset | null }>()('app', z.object({ undo: id })),
  /** Its file, as it is. */
  'preset.text': method<{ name: string; text: string }>()('none', z.object({ projectId, ref: presetRefSchema })),
  /** Shows its file in the system's file manager. False: this host has none. */
  'preset.reveal': method<{ shown: boolean }>()('none', z.object({ projectId, ref: presetRefSchema })),
  /** New presets of the person's own from a file of this program or another; nothing of it is left where it is none. */
  'preset.import': method<{ imported: ImportedPreset[]; problems: PresetProblem[] }>()(
    'app',
    z.object({ name: z.string().min(1).max(300), base64: z.string().max(Math.ceil(presetImportBytes / 3) * 4 + 4) }),
  ),
} as const;

/** There may be others, or they may say something else: `preset.list` says what. */
export type PresetEvent = { type: 'presets.changed' };
