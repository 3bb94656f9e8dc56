// The effects and limits of an item of a member, for the user to read before accepting it; and why it cannot be used.

import { type Sentence, say, type UserText } from '../../../../shared/core/sentence.ts';
import { visibleParts } from '../../../../shared/core/visibleText.ts';
import { ruleWhat } from '../../../../shared/permission/permission.ts';
import { approvalModeNames } from '../../../../shared/permission/rule.ts';
import { readTeamRules } from '../../../stores/teamRules.ts';
import { ranCommand, shapes } from '../../customizations/definition.ts';
import { readDefinition } from '../../customizations/readDefinition.ts';
import { maxDefinitionBytes } from '../../customizations/readDefinitions.ts';
import { parsePreset } from '../../presets/presetFields.ts';
import { type Item, mainFile, plainText } from './itemFormat.ts';

export interface Inspection {
  effects: UserText[];
  /** Null: it can be used. */
  problem: UserText | null;
}

const script = /\.(?:sh|bash|zsh|fish|ps1|bat|cmd|py|js|mjs|cjs|ts|rb|pl|php|exe|com|jar|app)$/i;
const maxNamed = 20;

export function inspectItem(item: Item): Inspection {
  const text = plainText(item.files[0]?.bytes ?? new Uint8Array()) ?? '';
  const inspection = inspectByKind(item, text);
  const hidden = item.files.filter(({ bytes }) => visibleParts(plainText(bytes) ?? '').some(({ marked }) => marked));
  if (hidden.length > 0) {
    const names = listed(hidden.map(({ path }) => path));
    inspection.effects.unshift(say`Characters that are invisible or change the order of the text are in ${names}.`);
  }
  const isTooLarge = (item.files[0]?.bytes.length ?? 0) > maxDefinitionBytes;
  const problem = isTooLarge ? say`${mainFile[item.kind]} is larger than ${maxDefinitionBytes / 1024} KB.` : null;
  return { ...inspection, problem: inspection.problem ?? problem };
}

function inspectByKind(item: Item, text: string): Inspection {
  switch (item.kind) {
    case 'command':
    case 'skill':
      return inspectDefinition(item, item.kind, text);
    case 'preset':
      return inspectPreset(item, text);
    case 'instructions':
      return { effects: [say`The model receives this text in all of your conversations.`], problem: null };
    case 'rules':
      return inspectRules(text);
  }
}

function inspectDefinition({ name, files }: Item, kind: 'command' | 'skill', text: string): Inspection {
  const names = kind === 'skill' ? [name, mainFile.skill] : `${name}.md`.split(':');
  if (!shapes[kind].isFile(names)) return { effects: [], problem: say`Its name cannot be used here.` };
  const folder = { scope: 'team', root: '', path: '', label: '', program: 'throughline', own: false } as const;
  const read = readDefinition(kind, { folder, names, label: name, path: '', text });
  if (!('id' in read)) return { effects: [], problem: say`Line ${read.line}: ${read.message}` };
  const scripts = files.slice(1).flatMap(({ path, bytes }) => (isScript(path, bytes) ? [path] : []));
  const effects: Sentence[] = [
    read.forPerson ? say`You call it with /${name}; then its text is sent.` : say`You cannot call it yourself.`,
    ...(kind === 'skill' && read.forModel ? [say`The model may read it on its own, and then works by it.`] : []),
    ...(ranCommand.test(read.body) ? [say`It names commands for the model to run.`] : []),
    ...(scripts.length > 0
      ? [say`It has scripts: ${listed(scripts)}. Each run is approved and sandboxed like any other.`]
      : []),
    ...read.notes,
  ];
  return { effects, problem: null };
}

function isScript(path: string, bytes: Uint8Array): boolean {
  return script.test(path) || (bytes[0] === 0x23 && bytes[1] === 0x21);
}

function inspectPreset({ name }: Item, text: string): Inspection {
  const { fields, problems } = parsePreset(text, name);
  if (fields === null) {
    const [{ line, message }] = problems;
    return { effects: [], problem: line === null ? message : say`Line ${line}: ${message}` };
  }
  const { model, modelOptions, tools, servers, approvalMode, words, examples } = fields;
  const effects: UserText[] = [
    ...(words !== '' || examples.length > 0 ? [say`Its instructions are sent in conversations that use it.`] : []),
    ...(model ? [say`It selects the model ${model.provider}/${model.model}.`] : []),
    ...(approvalMode
      ? [say`It sets the approval mode “${approvalModeNames[approvalMode]}”, but only where that is stricter.`]
      : []),
    ...(modelOptions.providerSearch ? [say`It cannot turn on the provider’s web search.`] : []),
    ...(tools ? [say`It leaves the model only these tools: ${listed(tools) || '-'}.`] : []),
    ...(servers ? [say`It leaves the model only these servers: ${listed(servers) || '-'}.`] : []),
    ...problems.map(({ message }) => message),
  ];
  return { effects, problem: null };
}

function inspectRules(text: string): Inspection {
  const rules = readTeamRules(text);
  if (rules === null) {
    return {
      effects: [],
      problem: say`It is no list of rules that deny or ask. Rules of a team never allow anything.`,
    };
  }
  const effects = rules.map(({ effect, match }): Sentence => {
    const what = ruleWhat({ match });
    return effect === 'deny' ? say`It denies: ${what}` : say`It asks about: ${what}`;
  });
  return { effects, problem: null };
}

function listed(names: readonly string[]): string {
  const more = names.length > maxNamed ? ', …' : '';
  return `${names.slice(0, maxNamed).join(', ')}${more}`;
}
