// A preset: what a person wants to choose at once for a conversation. It is a file, and everything in it but the name is
// optional. Without a schema, which the window does not load: that is in presetSchema.ts.

import type { UserTextData } from '../../core/sentence.ts';
import type { ApprovalMode } from '../../permission/permission.ts';
import type { CustomizationOrigin } from '../customizations/customization.ts';
import type { ModelOptions } from '../models/modelOptions.ts';

/** `id`: the name of its file without `.md`. `project`: of the folder that the conversation works in. */
export type PresetRef = {
  scope: 'personal' | 'project';
  id: string;
};

export interface PresetExample {
  user: string;
  assistant: string;
}

/** What it says. Null: it leaves that as it is in the conversation. */
export interface PresetFields {
  name: string;
  /** One line for people; may be empty. */
  description: string;
  model: { provider: string; model: string } | null;
  /** Empty: none of them. */
  modelOptions: ModelOptions;
  /** Names of the tools that are offered; null: all of them. */
  tools: string[] | null;
  /** Names of the MCP servers whose tools are offered; null: of all servers. */
  servers: string[] | null;
  approvalMode: ApprovalMode | null;
  /** Instructions to the model; may be empty. */
  words: string;
  examples: PresetExample[];
}

export interface Preset extends PresetFields {
  ref: PresetRef;
  origin: CustomizationOrigin;
  /** Where its file is. */
  place: string;
  /** Of the file as it was read: who saves it says which one was changed. */
  version: string;
}

/** A file that is no preset, or of which something was not taken. */
export interface PresetProblem {
  scope: PresetRef['scope'];
  /** The file, as people would name it; or its folder. */
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
  /** Bytes of a file. */
  file: 256 * 1024,
  /** Files of a folder. */
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

/** What a file may be called: nothing that leads to another folder, and nothing that is hidden. */
export function isPresetId(id: string): boolean {
  return (
    id.length <= 100 && /^[\p{L}\p{N}][\p{L}\p{N}\p{M} _.()-]*$/u.test(id) && !id.endsWith('.') && !id.endsWith(' ')
  );
}

export function samePreset(one: PresetRef | null, other: PresetRef | null): boolean {
  return one?.scope === other?.scope && one?.id === other?.id;
}
