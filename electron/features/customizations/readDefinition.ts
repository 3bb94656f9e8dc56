// Parses a definition's text and notes anything it asks for and does not get: such a file never allows a call. Pure;
// loaded lazily, because few projects have definitions and YAML is large.

import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { visibleText } from '../../../shared/core/visibleText.ts';
import type { SlashArgument } from '../../../shared/features/slash/slash.ts';
import { firstCharacters } from '../../lib/text.ts';
import { resolveAgentTools } from './agentTools.ts';
import { type Definition, type FileKind, invocationName, isValidDefinitionName, ranCommand } from './definition.ts';
import { type FrontmatterProblem, nameListField, parseFrontmatter, textField } from './frontmatter.ts';
import { parsePromptVariables } from './promptVariables.ts';
import type { DefinitionFile } from './readDefinitions.ts';

const maxDescriptionLength = 1024;
export function readDefinition(kind: FileKind, file: DefinitionFile): Definition | FrontmatterProblem {
  const read = parseFrontmatter(file.text);
  if ('message' in read) return read;
  const { fields, body } = read;
  const declaredName = kind === 'agent' ? textField(fields, 'name') : null;
  const name = declaredName?.trim() || invocationName(kind, file.names);
  if (!name.split(kind === 'command' ? ':' : /(?!)/).every(isValidDefinitionName)) {
    const label = visibleText(firstCharacters(name, 60));
    return { line: 1, message: say`"${label}" is not a valid name. Use up to 64 letters, digits, ".", "-" and "_".` };
  }
  const variables = kind === 'prompt' ? parsePromptVariables(fields, body) : [];
  if (!Array.isArray(variables)) return variables;
  const declaredDescription = textField(fields, 'description');
  const description = oneLine(declaredDescription ?? firstLineOf(body));
  if (kind === 'agent' && declaredDescription === null)
    return { line: 1, message: say`An agent needs a "description" that says when to use it.` };
  if (body.trim() === '') return { line: 1, message: say`There is no text below the frontmatter.` };
  return {
    id: `${kind}:${file.label}`,
    kind,
    name,
    title: oneLine(textField(fields, 'title') ?? ''),
    description,
    hint: kind === 'prompt' ? promptHint(variables) : oneLine(hintOf(fields)),
    folder: file.folder,
    label: file.label,
    path: file.path,
    text: file.text,
    body,
    arguments: variables,
    tools: kind === 'agent' ? nameListField(fields, 'tools') : null,
    without: kind === 'agent' ? (nameListField(fields, 'disallowedTools') ?? []) : [],
    model: kind === 'agent' ? modelOf(fields) : null,
    forModel: kind === 'agent' || (kind === 'skill' && fields.get('disable-model-invocation') !== true),
    forPerson: kind !== 'agent' && fields.get('user-invocable') !== false,
    notes: notesOf(kind, name, fields, body),
    shadowedBy: null,
  };
}

function modelOf(fields: ReadonlyMap<string, unknown>): string | null {
  const model = textField(fields, 'model')?.trim() ?? '';
  return model === '' || model === 'inherit' ? null : firstCharacters(model, 200);
}

/** `[issue] [priority]` as written, or the list that YAML makes of `[issue]`. */
function hintOf(fields: ReadonlyMap<string, unknown>): string {
  const value = fields.get('argument-hint');
  if (!Array.isArray(value)) return textField(fields, 'argument-hint') ?? '';
  return `[${value.filter((each) => typeof each === 'string' || typeof each === 'number').join(', ')}]`;
}

function promptHint(variables: readonly SlashArgument[]): string {
  return variables.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`)).join(' ');
}

function firstLineOf(body: string): string {
  const line = body.split('\n', 20).find((each) => each.trim() !== '') ?? '';
  return line.replace(/^#+\s*/, '');
}

/** For lists and the model: drops joiners and odd spaces, and makes other invisible characters visible. */
function oneLine(text: string): string {
  const plain = firstCharacters(text, maxDescriptionLength * 4).replace(/[\u200d\ufe0e\ufe0f]/g, '');
  const line = visibleText(plain.replace(/[\s\p{Zs}]+/gu, ' ').trim());
  return line.length <= maxDescriptionLength ? line : `${firstCharacters(line, maxDescriptionLength - 1)}…`;
}

const unheeded: Readonly<Record<FileKind, readonly string[]>> = {
  command: ['context', 'agent', 'hooks', 'effort', 'paths', 'shell'],
  skill: ['model', 'context', 'agent', 'hooks', 'effort', 'paths', 'shell'],
  prompt: ['agent', 'mode', 'tools'],
  agent: ['permissionMode', 'mcpServers', 'hooks', 'skills', 'memory', 'maxTurns', 'background', 'effort', 'isolation'],
};

function notesOf(kind: FileKind, name: string, fields: ReadonlyMap<string, unknown>, body: string): Sentence[] {
  const other = kind === 'skill' ? oneLine(textField(fields, 'name') ?? name) : name;
  const notHeeded = unheeded[kind].filter((key) => fields.has(key)).join(', ');
  const { left } = resolveAgentTools(kind === 'agent' ? nameListField(fields, 'tools') : null);
  return [
    ...(other === name ? [] : [say`Its file names it "${other}", but the name of its folder is used.`]),
    ...(fields.has('allowed-tools')
      ? [say`"allowed-tools" has no effect here. Its calls need approval like any other.`]
      : []),
    ...(kind === 'command' && fields.has('model') ? [say`"model" is ignored. The conversation’s model is used.`] : []),
    ...(kind !== 'agent' && ranCommand.test(body)
      ? [say`Commands marked !\`…\` are not run. The model is informed and may run them with its own tools.`]
      : []),
    ...(left.length === 0 ? [] : [say`Requested tools that are not available: ${left.join(', ')}.`]),
    ...(notHeeded === '' ? [] : [say`Ignored here: ${notHeeded}.`]),
  ];
}
