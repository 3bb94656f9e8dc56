// What a file of commands, skills, prompts or agents says, in one form. What it asks for and does not get here is noted: nothing
// in such a file ever allows a call. Pure.

import type { CustomizationKind } from '../../shared/customization.ts';
import { type Sentence, say } from '../../shared/sentence.ts';
import type { SlashArgument } from '../../shared/slash.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { firstCharacters } from '../lib/text.ts';
import { agentTools } from './agentTools.ts';
import type { DefinitionFolder } from './definitionFolders.ts';
import { type FrontmatterProblem, namesOf, parseFrontmatter, wordsOf } from './frontmatter.ts';
import { promptVariables } from './promptVariables.ts';
import type { DefinitionFile, DefinitionShape } from './readDefinitions.ts';

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

const longestDescription = 1024;
const oneName = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}._-]{0,63}$/u;

export function isName(name: string): boolean {
  return name.normalize('NFC') === name && oneName.test(name);
}

export function readDefinition(kind: FileKind, file: DefinitionFile): Definition | FrontmatterProblem {
  const read = parseFrontmatter(file.text);
  if ('message' in read) return read;
  const { fields, body } = read;
  const given = kind === 'agent' ? wordsOf(fields, 'name') : null;
  const name = given?.trim() || calledName(kind, file.names);
  if (!name.split(kind === 'command' ? ':' : /(?!)/).every(isName)) {
    const shown = visibleText(firstCharacters(name, 60));
    return { line: 1, message: say`"${shown}" cannot be a name: use letters, digits, ".", "-" and "_", at most 64.` };
  }
  const variables = kind === 'prompt' ? promptVariables(fields, body) : [];
  if (!Array.isArray(variables)) return variables;
  const said = wordsOf(fields, 'description');
  const description = oneLine(said ?? firstLineOf(body));
  if (kind === 'agent' && said === null)
    return { line: 1, message: say`An agent needs a "description": when to use it.` };
  if (body.trim() === '') return { line: 1, message: say`There is no text below the frontmatter.` };
  return {
    id: `${kind}:${file.label}`,
    kind,
    name,
    title: oneLine(wordsOf(fields, 'title') ?? ''),
    description,
    hint: kind === 'prompt' ? promptHint(variables) : oneLine(hintOf(fields)),
    folder: file.folder,
    label: file.label,
    path: file.path,
    text: file.text,
    body,
    arguments: variables,
    tools: kind === 'agent' ? namesOf(fields, 'tools') : null,
    without: kind === 'agent' ? (namesOf(fields, 'disallowedTools') ?? []) : [],
    model: kind === 'agent' ? modelOf(fields) : null,
    forModel: kind === 'agent' || (kind === 'skill' && fields.get('disable-model-invocation') !== true),
    forPerson: kind !== 'agent' && fields.get('user-invocable') !== false,
    notes: notesOf(kind, name, fields, body),
    shadowedBy: null,
  };
}

function modelOf(fields: ReadonlyMap<string, unknown>): string | null {
  const model = wordsOf(fields, 'model')?.trim() ?? '';
  return model === '' || model === 'inherit' ? null : firstCharacters(model, 200);
}

/** `[issue] [priority]` as it stands there, or the list that YAML makes of `[issue]`. */
function hintOf(fields: ReadonlyMap<string, unknown>): string {
  const value = fields.get('argument-hint');
  if (!Array.isArray(value)) return wordsOf(fields, 'argument-hint') ?? '';
  return `[${value.filter((each) => typeof each === 'string' || typeof each === 'number').join(', ')}]`;
}

function promptHint(variables: readonly SlashArgument[]): string {
  return variables.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`)).join(' ');
}

function firstLineOf(body: string): string {
  const line = body.split('\n', 20).find((each) => each.trim() !== '') ?? '';
  return line.replace(/^#+\s*/, '');
}

/** For lists and for the model: joiners and odd spaces are none of its words; what else would not be seen is shown. */
export function oneLine(text: string): string {
  const plain = firstCharacters(text, longestDescription * 4).replace(/[\u200d\ufe0e\ufe0f]/g, '');
  const line = visibleText(plain.replace(/[\s\p{Zs}]+/gu, ' ').trim());
  return line.length <= longestDescription ? line : `${firstCharacters(line, longestDescription - 1)}…`;
}

const unheeded: Readonly<Record<FileKind, readonly string[]>> = {
  command: ['context', 'agent', 'hooks', 'effort', 'paths', 'shell'],
  skill: ['model', 'context', 'agent', 'hooks', 'effort', 'paths', 'shell'],
  prompt: ['agent', 'mode', 'tools'],
  agent: ['permissionMode', 'mcpServers', 'hooks', 'skills', 'memory', 'maxTurns', 'background', 'effort', 'isolation'],
};

/** Runs of a command before the text is sent, as other programs make them: `` !`git status` ``. */
export const ranCommand = /(?:^|[\s([])!`[^`\n]+`/;

function notesOf(kind: FileKind, name: string, fields: ReadonlyMap<string, unknown>, body: string): Sentence[] {
  const other = kind === 'skill' ? oneLine(wordsOf(fields, 'name') ?? name) : name;
  const notHeeded = unheeded[kind].filter((key) => fields.has(key)).join(', ');
  const { left } = agentTools(kind === 'agent' ? namesOf(fields, 'tools') : null);
  return [
    ...(other === name ? [] : [say`Its file names it "${other}"; here it goes by the name of its folder.`]),
    ...(fields.has('allowed-tools')
      ? [say`"allowed-tools" grants nothing here: its calls need approval like any other.`]
      : []),
    ...(kind === 'command' && fields.has('model') ? [say`"model" is ignored: the conversation’s model answers.`] : []),
    ...(kind !== 'agent' && ranCommand.test(body)
      ? [say`Commands marked !\`…\` are not run. The model is told, and may run them with its own tools.`]
      : []),
    ...(left.length === 0 ? [] : [say`Tools it names but does not get: ${left.join(', ')}.`]),
    ...(notHeeded === '' ? [] : [say`Ignored here: ${notHeeded}.`]),
  ];
}
