// Imports presets from a file of this or another app, detected by content. Lists fields that presets lack, and takes
// nothing that lets more run without approval. Pure; bounded in bytes by the caller and in presets here.

import { say, type UserText } from '../../../../shared/core/sentence.ts';
import { emptyPreset, type PresetFields, presetBounds } from '../../../../shared/features/presets/preset.ts';
import { presetFieldsSchema } from '../../../../shared/features/presets/schema.ts';
import { decodePlainText } from '../../../lib/plainText.ts';
import { parseFrontmatter } from '../../customizations/frontmatter.ts';
import { headKeys, type PresetFileProblem, parsePreset } from '../presetFields.ts';
import { parseAgentPreset } from './agentFile.ts';
import type { ForeignPreset } from './foreignPreset.ts';
import { parseJsonPresets } from './jsonPresets.ts';

export interface ImportedFile {
  presets: { fields: PresetFields; left: string[] }[];
  problems: PresetFileProblem[];
}

const maxBytes = 1024 * 1024;
const maxPresets = presetBounds.files;

export function readPresetFile(name: string, bytes: Buffer): ImportedFile {
  const none = (message: UserText, line: number | null = null): ImportedFile => ({
    presets: [],
    problems: [{ line, message }],
  });
  if (bytes.length > maxBytes) return none(say`It is larger than ${maxBytes} bytes, so it was not read.`);
  const text = decodePlainText(bytes);
  if (text === null) return none(say`It is not text in UTF-8 or UTF-16.`);
  if (/^\s*[[{]/.test(text)) {
    const jsonResult = parseJsonPresets(text, stemOf(name));
    return Array.isArray(jsonResult) ? checked(jsonResult) : none(jsonResult.message, jsonResult.line);
  }
  const head = parseFrontmatter(text);
  if ('message' in head) return none(head.message, head.line);
  const isOurs = [...head.fields.keys()].some((key) => Object.hasOwn(headKeys, key) && !sharedKeys.includes(key));
  if (!isOurs && head.fields.size > 0) return checked([parseAgentPreset(head, stemOf(name))]);
  if (head.fields.size === 0 && head.body.trim() === '') return none(say`The file is empty.`);
  const ownPreset = parsePreset(text, stemOf(name));
  if (ownPreset.fields === null) return { presets: [], problems: ownPreset.problems };
  return { presets: [withoutPowers(ownPreset.fields)], problems: ownPreset.problems };
}

/** The file is untrusted, so the user must choose anything that allows or sends more. */
export function withoutPowers(fields: PresetFields): ImportedFile['presets'][number] {
  const { providerSearch, ...modelOptions } = fields.modelOptions;
  const asksLess = fields.approvalMode !== null && fields.approvalMode !== 'ask' && fields.approvalMode !== 'plan';
  const unmappedKeys = [
    ...(asksLess ? [`approval-mode: ${fields.approvalMode}`] : []),
    ...(providerSearch ? ['provider-search'] : []),
  ];
  return {
    fields: {
      ...fields,
      ...(asksLess ? { approvalMode: null } : {}),
      modelOptions: providerSearch === false ? { ...modelOptions, providerSearch } : modelOptions,
    },
    left: unmappedKeys,
  };
}

/** Keys that other apps' front matter shares, so they identify nothing. */
const sharedKeys: readonly string[] = ['name', 'description', 'model', 'tools', 'temperature', 'effort'];

/** `reviewer.agent.md` becomes `reviewer`. */
function stemOf(name: string): string {
  const file = name.split(/[\\/]/).at(-1) ?? name;
  return file.replace(/(?:\.(?:chatmode|agent|preset))?\.(?:md|markdown|json)$/i, '') || file;
}

function checked(foreignPresets: readonly ForeignPreset[]): ImportedFile {
  const presets: ImportedFile['presets'] = [];
  const problems: PresetFileProblem[] = [];
  for (const { fields, skipped: left } of foreignPresets.slice(0, maxPresets)) {
    const cut = shortened({ ...emptyPreset, ...fields });
    const fits = presetFieldsSchema.safeParse(cut);
    if (fits.success) presets.push({ fields: fits.data, left: [...new Set(left)] });
    else {
      const displayName = String(fields.name ?? '').slice(0, presetBounds.name);
      problems.push({ line: null, message: say`“${displayName}” was skipped because it is too long for a preset.` });
    }
  }
  if (foreignPresets.length > maxPresets) {
    problems.push({ line: null, message: say`Only the first ${maxPresets} presets in the file were imported.` });
  }
  return { presets, problems };
}

/** Truncates names and descriptions, never what the model reads. */
function shortened(fields: PresetFields): PresetFields {
  const { name, description } = fields;
  return {
    ...fields,
    name: name.replace(/\s+/g, ' ').trim().slice(0, presetBounds.name).trim().toWellFormed(),
    description: description.replace(/\s+/g, ' ').trim().slice(0, presetBounds.description).trim().toWellFormed(),
  };
}
