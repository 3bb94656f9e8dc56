// What a file of commands, skills, prompts or agents says, in one form. Pure.

import type { Sentence } from '../../../shared/core/sentence.ts';
import type { CustomizationKind } from '../../../shared/features/customizations/customization.ts';
import type { SlashArgument } from '../../../shared/features/slash/slash.ts';
import type { DefinitionFolder } from './definitionFolders.ts';
import type { DefinitionShape } from './readDefinitions.ts';

/** Presets have a reader of their own. */
export const fileKinds = ['command', 'skill', 'prompt', 'agent'] as const satisfies readonly CustomizationKind[];
export type FileKind = (typeof fileKinds)[number];

export interface Definition {
  /** Names this file among all. */
  id: string;
  kind: FileKind;
  name: string;
  title: string;
  /** One line, without characters that would not be seen. */
  description: string;
  hint: string;
  folder: DefinitionFolder;
  label: string;
  /** Absolute, every link followed. */
  path: string;
  /** The whole file. */
  text: string;
  body: string;
  /** Of a prompt. */
  arguments: readonly SlashArgument[];
  /** Of an agent, as they stand there; null: not said. */
  tools: readonly string[] | null;
  /** Those that it must not have. */
  without: readonly string[];
  model: string | null;
  /** The model may take it by itself. */
  forModel: boolean;
  /** The person may call it with `/`. */
  forPerson: boolean;
  notes: Sentence[];
  /** Label of the one that is meant instead. */
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

/** How people can call it: below the folder, without its ending. */
export function calledName(kind: FileKind, names: readonly string[]): string {
  if (kind === 'skill') return names[0] as string;
  const last = (names.at(-1) as string).replace(/(?:\.prompt)?\.md$/i, '');
  return kind === 'command' ? [...names.slice(0, -1), last].join(':') : last;
}

const oneName = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}._-]{0,63}$/u;

export function isName(name: string): boolean {
  return name.normalize('NFC') === name && oneName.test(name);
}

/** Runs of a command before the text is sent, as other programs make them: `` !`git status` ``. */
export const ranCommand = /(?:^|[\s([])!`[^`\n]+`/;
