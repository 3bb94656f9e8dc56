// Presets: choices that a user makes together for a conversation. A preset is a file in which everything but the name
// is optional. The schema is in schema.ts, since the window does not load it.

import type { UserTextData } from '../../core/sentence.ts';
import type { ApprovalMode } from '../../permission/permission.ts';
import type { CustomizationOrigin } from '../customizations/customization.ts';
import type { ModelOptions } from '../models/modelOptions.ts';

/** `id`: its file name without `.md`; of a team, that of the item. `project`: from the conversation's folder. */
export type PresetRef = {
  scope: 'personal' | 'project' | 'team';
  id: string;
};

export interface PresetExample {
  user: string;
  assistant: string;
}

/** Null: leaves the conversation's value unchanged. */
export interface PresetFields {
  name: string;
  /** On one line; may be empty. */
  description: string;
  model: { provider: string; model: string } | null;
  /** Empty: none. */
  modelOptions: ModelOptions;
  /** Tool names to offer; null: all. */
  tools: string[] | null;
  /** MCP servers whose tools are offered; null: all. */
  servers: string[] | null;
  approvalMode: ApprovalMode | null;
  /** Instructions for the model; may be empty. */
  words: string;
  examples: PresetExample[];
}

export interface Preset extends PresetFields {
  ref: PresetRef;
  origin: CustomizationOrigin;
  /** Location of its file. */
  place: string;
  /** Version of the file as read; `save` checks it. */
  version: string;
}

/** An invalid preset file, or one with skipped parts. */
export interface PresetProblem {
  scope: PresetRef['scope'];
  /** The file or folder in readable form. */
  label: string;
  line: number | null;
  message: UserTextData;
}

export const presetBounds = {
  name: 80,
  description: 300,
  words: 20_000,
  examples: 20,
  exampleText: 8_000,
  names: 500,
  /** Bytes per file. */
  file: 256 * 1024,
  /** Files per folder. */
  files: 200,
} as const;

export const emptyPreset: PresetFields = {
  name: '',
  description: '',
  model: null,
  modelOptions: {},
  tools: null,
  servers: null,
  approvalMode: null,
  words: '',
  examples: [],
};

/** Accepts file names that cannot leave the folder and are not hidden. */
export function isPresetId(id: string): boolean {
  return (
    id.length <= 100 && /^[\p{L}\p{N}][\p{L}\p{N}\p{M} _.()-]*$/u.test(id) && !id.endsWith('.') && !id.endsWith(' ')
  );
}

export function isSamePreset(one: PresetRef | null, other: PresetRef | null): boolean {
  return one?.scope === other?.scope && one?.id === other?.id;
}
