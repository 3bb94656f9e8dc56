// A preset while it is edited in the form: which one, raw text fields, and their errors. Pure.

import type { ModelOptions } from '../../../shared/features/models/modelOptions.ts';
import { type Effort, outputBounds, temperatureBounds } from '../../../shared/features/models/optionBounds.ts';
import {
  type PresetExample,
  type PresetFields,
  type PresetRef,
  presetBounds,
} from '../../../shared/features/presets/preset.ts';
import type { ApprovalMode } from '../../../shared/permission/permission.ts';
import { presetWords } from './words.ts';

const words = presetWords.form;

/** Subpages of the presets settings: editing one, or a new one. */
export type PresetPage = { type: 'edit'; ref: PresetRef } | { type: 'new'; fields: PresetFields };

declare module '../../core/state/viewStore.ts' {
  interface SettingsSubpages {
    preset?: PresetPage;
  }
}

export interface PresetDraft {
  scope: PresetRef['scope'];
  name: string;
  description: string;
  /** Empty: keep the conversation's model. */
  provider: string;
  model: string;
  effort: Effort | '';
  temperature: string;
  maxOutputTokens: string;
  showThinking: '' | 'on' | 'off';
  providerSearch: '' | 'on' | 'off';
  approvalMode: ApprovalMode | '';
  /** Null: all of them. */
  tools: string[] | null;
  servers: string[] | null;
  words: string;
  /** `key`: a stable id while editing. */
  examples: (PresetExample & { key: number })[];
}

export type DraftErrors = Partial<Record<Exclude<keyof PresetDraft, 'examples'> | `example-${number}`, string>>;

export function draftOf(fields: PresetFields, scope: PresetRef['scope']): PresetDraft {
  const { effort, temperature, maxOutputTokens, showThinking, providerSearch } = fields.modelOptions;
  return {
    scope,
    name: fields.name,
    description: fields.description,
    provider: fields.model?.provider ?? '',
    model: fields.model?.model ?? '',
    effort: effort ?? '',
    temperature: temperature === undefined ? '' : String(temperature),
    maxOutputTokens: maxOutputTokens === undefined ? '' : String(maxOutputTokens),
    showThinking: switchOf(showThinking),
    providerSearch: switchOf(providerSearch),
    approvalMode: fields.approvalMode ?? '',
    tools: fields.tools,
    servers: fields.servers,
    words: fields.words,
    examples: fields.examples.map((example, key) => ({ ...example, key })),
  };
}

export function fieldsOf(draft: PresetDraft): PresetFields {
  const modelOptions: ModelOptions = {
    ...(draft.effort === '' ? {} : { effort: draft.effort }),
    ...numbered('temperature', draft.temperature),
    ...numbered('maxOutputTokens', draft.maxOutputTokens),
    ...(draft.showThinking === '' ? {} : { showThinking: draft.showThinking === 'on' }),
    ...(draft.providerSearch === '' ? {} : { providerSearch: draft.providerSearch === 'on' }),
  };
  return {
    name: draft.name.trim(),
    description: draft.description.trim(),
    model: draft.provider === '' ? null : { provider: draft.provider, model: draft.model.trim() },
    modelOptions,
    tools: draft.tools,
    servers: draft.servers,
    approvalMode: draft.approvalMode === '' ? null : draft.approvalMode,
    words: draft.words.trim(),
    examples: draft.examples.map(({ user, assistant }) => ({ user, assistant })),
  };
}

/** Errors by field; empty if it can be saved. */
export function draftErrors(draft: PresetDraft): DraftErrors {
  const errors: DraftErrors = {};
  const name = draft.name.trim();
  if (name === '' || name.length > presetBounds.name) errors.name = words.nameBad;
  if (draft.description.trim().length > presetBounds.description) errors.description = words.descriptionBad;
  if (draft.provider !== '' && draft.model.trim() === '') errors.model = words.modelBad;
  if (!fits(draft.temperature, temperatureBounds)) errors.temperature = words.temperatureBad;
  const most = numberIn(draft.maxOutputTokens);
  if (!fits(draft.maxOutputTokens, outputBounds) || (most !== null && !Number.isInteger(most))) {
    errors.maxOutputTokens = words.mostBad;
  }
  if (draft.words.trim().length > presetBounds.words)
    errors.words = words.wordsBad(presetBounds.words.toLocaleString());
  for (const { key, user, assistant } of draft.examples) {
    if (user.trim() === '' || assistant.trim() === '') errors[`example-${key}`] = words.exampleBad;
    else if (Math.max(user.length, assistant.length) > presetBounds.exampleText) {
      errors[`example-${key}`] = words.exampleLong(presetBounds.exampleText.toLocaleString());
    }
  }
  return errors;
}

function switchOf(value: boolean | undefined): '' | 'on' | 'off' {
  return value === undefined ? '' : value ? 'on' : 'off';
}

function numbered(name: 'temperature' | 'maxOutputTokens', text: string): ModelOptions {
  const value = numberIn(text);
  return value === null ? {} : { [name]: value };
}

/** Null: empty. */
function numberIn(text: string): number | null {
  const plain = text.trim().replaceAll(/[,_\s]/g, '');
  return plain === '' ? null : Number(plain);
}

function fits(text: string, { min, max }: { min: number; max: number }): boolean {
  const value = numberIn(text);
  return value === null || (value >= min && value <= max);
}
