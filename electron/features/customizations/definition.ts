// The common form of a command, skill, prompt or agent file. Pure.

import type { Sentence } from '../../../shared/core/sentence.ts';
import type { CustomizationKind } from '../../../shared/features/customizations/customization.ts';
import type { SlashArgument } from '../../../shared/features/slash/slash.ts';
import type { DefinitionFolder } from './definitionFolders.ts';
import type { DefinitionShape } from './readDefinitions.ts';

/** Presets are read elsewhere. */
export const fileKinds = ['command', 'skill', 'prompt', 'agent'] as const satisfies readonly CustomizationKind[];
export type FileKind = (typeof fileKinds)[number];

export interface Definition {
  id: string;
  kind: FileKind;
  name: string;
  title: string;
  /** One line without invisible characters. */
  description: string;
  hint: string;
  folder: DefinitionFolder;
  label: string;
  /** Absolute, with links resolved. */
  path: string;
  text: string;
  body: string;
  /** For prompts. */
  arguments: readonly SlashArgument[];
  /** For agents, verbatim; null if not specified. */
  tools: readonly string[] | null;
  /** Denied tools. */
  without: readonly string[];
  model: string | null;
  /** The model may use it on its own. */
  forModel: boolean;
  /** The user may call it with `/`. */
  forPerson: boolean;
  notes: Sentence[];
  /** Label of the definition that takes precedence. */
  shadowedBy: string | null;
}

export const shapes: Readonly<Record<FileKind, DefinitionShape>> = {
  command: { depth: 4, isFile: (names) => isMarkdown(names) },
  skill: { depth: 1, isFile: (names) => names.length === 2 && /^skill\.md$/i.test(names[1] as string) },
  prompt: { depth: 0, isFile: (names) => isMarkdown(names) },
  agent: { depth: 3, isFile: (names) => isMarkdown(names) },
};

function isMarkdown(names: readonly string[]): boolean {
  return /^[^.].*\.md$/i.test(names.at(-1) as string);
}

/** The name to call it by: relative to the folder, without extension. */
export function invocationName(kind: FileKind, names: readonly string[]): string {
  if (kind === 'skill') return names[0] as string;
  const last = (names.at(-1) as string).replace(/(?:\.prompt)?\.md$/i, '');
  return kind === 'command' ? [...names.slice(0, -1), last].join(':') : last;
}

const oneName = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}._-]{0,63}$/u;

export function isValidDefinitionName(name: string): boolean {
  return name.normalize('NFC') === name && oneName.test(name);
}

/** Commands that other apps run before sending the text: `` !`git status` ``. */
export const ranCommand = /(?:^|[\s([])!`[^`\n]+`/;
