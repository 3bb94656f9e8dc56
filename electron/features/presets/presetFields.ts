// Front matter of a preset file (docs/formats/presets.md). Parsing is strict: one wrong value rejects the whole file
// and reports its line, so that half a preset is never used. Pure.

import { type Sentence, say, type UserText } from '../../../shared/core/sentence.ts';
import { modelKey } from '../../../shared/features/models/modelInfo.ts';
import { type PresetFields, presetBounds } from '../../../shared/features/presets/preset.ts';
import { presetFieldsSchema } from '../../../shared/features/presets/schema.ts';
import { approvalModeNamed } from '../../../shared/permission/rule.ts';
import { nameListField, parseFrontmatter } from '../customizations/frontmatter.ts';

export interface PresetFileProblem {
  /** Line in the file, from 1; null if not tied to a line. */
  line: number | null;
  message: UserText;
}

export type ParsedPreset =
  | { fields: PresetFields; problems: PresetFileProblem[] }
  | { fields: null; problems: [PresetFileProblem, ...PresetFileProblem[]] };

/** Maps front matter keys to fields. Model options are at the same level. */
export const headKeys = {
  name: 'name',
  description: 'description',
  model: 'model',
  effort: 'modelOptions',
  temperature: 'modelOptions',
  'max-output-tokens': 'modelOptions',
  'show-thinking': 'modelOptions',
  'provider-search': 'modelOptions',
  tools: 'tools',
  'mcp-servers': 'servers',
  'approval-mode': 'approvalMode',
  examples: 'examples',
} as const satisfies Record<string, keyof PresetFields>;

export type HeadKey = keyof typeof headKeys;

const optionKeys = {
  effort: 'effort',
  temperature: 'temperature',
  'max-output-tokens': 'maxOutputTokens',
  'show-thinking': 'showThinking',
  'provider-search': 'providerSearch',
} as const;

/** `id` is the default name. */
export function parsePreset(source: string, id: string): ParsedPreset {
  const read = parseFrontmatter(source);
  if ('message' in read) return { fields: null, problems: [read] };
  const { fields: head, body } = read;
  const lineOf = (key: string): number | null => lineOfKey(source, key);
  const problems: PresetFileProblem[] = [];
  const wrong = (key: HeadKey, message: Sentence): void => {
    problems.push({ line: lineOf(key), message });
  };
  const of = (key: HeadKey): unknown => head.get(key) ?? undefined;

  const model = of('model') === undefined ? null : modelIn(of('model'));
  if (model === undefined) wrong('model', say`model must be a provider and a model, such as openai/gpt-5.1`);
  const modelOptions: Record<string, unknown> = {};
  for (const [key, option] of Object.entries(optionKeys)) {
    const value = of(key as HeadKey);
    if (value !== undefined) modelOptions[option] = value;
  }
  const fields = {
    name: textIn(of('name')) ?? id,
    description: textIn(of('description')) ?? '',
    model: model ?? null,
    modelOptions,
    tools: listIn(head, 'tools'),
    servers: listIn(head, 'mcp-servers'),
    approvalMode: modeIn(of('approval-mode')),
    words: body.trim(),
    examples: of('examples') ?? [],
  };
  const checked = presetFieldsSchema.safeParse(fields);
  if (!checked.success) {
    const reportedKeys = new Set<string>();
    for (const { path } of checked.error.issues) {
      const key = keyAt(path);
      if (reportedKeys.has(key)) continue;
      reportedKeys.add(key);
      problems.push({ line: key === '' ? null : lineOf(key), message: whatFits[key as HeadKey] ?? longWords });
    }
  }
  const [first, ...others] = problems;
  if (first || !checked.success) {
    return { fields: null, problems: [first ?? { line: null, message: longWords }, ...others] };
  }
  const unknown = [...head.keys()].filter((key) => !Object.hasOwn(headKeys, key));
  return {
    fields: checked.data,
    problems: unknown.slice(0, 10).map((key) => ({
      line: lineOf(key),
      message: say`“${key.slice(0, 60)}” is not a field of a preset, so it is ignored.`,
    })),
  };
}

const { name, description, words, examples, exampleText } = presetBounds;
const longWords = say`The instructions are longer than ${words} characters.`;

const whatFits: Record<HeadKey, Sentence> = {
  name: say`name must be 1 to ${name} characters.`,
  description: say`description must be at most ${description} characters.`,
  model: say`model must be a provider and a model, such as openai/gpt-5.1`,
  effort: say`effort must be none, minimal, low, medium, high, xhigh or max.`,
  temperature: say`temperature must be a number from 0 to 2.`,
  'max-output-tokens': say`max-output-tokens must be a whole number from 16 to 1000000.`,
  'show-thinking': say`show-thinking must be true or false.`,
  'provider-search': say`provider-search must be true or false.`,
  tools: say`tools must be a list of tool names, or all.`,
  'mcp-servers': say`mcp-servers must be a list of server names, or all.`,
  'approval-mode': say`approval-mode must be ask, read, edit, sandbox, all or plan.`,
  examples: say`examples must be a list of at most ${examples} user and assistant pairs, each up to ${exampleText} characters.`,
};

function keyAt([field, inner]: readonly PropertyKey[]): string {
  if (field === 'modelOptions') {
    return Object.entries(optionKeys).find(([, option]) => option === inner)?.[0] ?? '';
  }
  return Object.entries(headKeys).find(([, headField]) => headField === field)?.[0] ?? '';
}

/** Unknown modes stay, to be rejected with the rest. */
function modeIn(value: unknown): unknown {
  return typeof value === 'string' ? (approvalModeNamed(value) ?? value) : (value ?? null);
}

/** Split at the first `/`, because model names may contain others. Undefined if invalid. */
function modelIn(value: unknown): PresetFields['model'] | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const at = text.indexOf('/');
  if (at <= 0 || at === text.length - 1) return undefined;
  return { provider: text.slice(0, at), model: text.slice(at + 1) };
}

export function modelText(model: NonNullable<PresetFields['model']>): string {
  return modelKey(model);
}

/** Numbers and dates are taken as written. */
function textIn(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : (value ?? undefined);
}

/** Non-lists are left for validation to reject. `[]` means none. */
function listIn(head: ReadonlyMap<string, unknown>, key: HeadKey): unknown {
  const value = head.get(key);
  if (value === undefined || value === null || value === 'all' || value === '*') return null;
  return Array.isArray(value) ? value : typeof value === 'string' ? nameListField(head, key) : value;
}

function lineOfKey(source: string, key: string): number | null {
  const lines = source.split(/\r\n?|\n/, 2_000);
  const at = lines.findIndex(
    (line, number) => number > 0 && (line.startsWith(`${key}:`) || line.startsWith(`"${key}"`)),
  );
  return at < 0 ? null : at + 1;
}
