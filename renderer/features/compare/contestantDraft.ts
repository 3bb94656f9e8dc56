// The form of a contestant: the typed model, effort and preset, and what they mean. Pure.

import type { NewContestant } from '../../../shared/features/compare/methods.ts';
import type { Effort, ModelOptions, ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { PresetRef } from '../../../shared/features/presets/preset.ts';

export interface ContestantDraft {
  /** Distinguishes rows. */
  key: number;
  /** `provider/model` as typed. */
  model: string;
  /** Such as the temperature of the chat's own model; effort is separate. */
  options: ModelOptions;
  effort: Effort | null;
  preset: PresetRef | null;
}

export function modelText({ provider, model }: ModelRef): string {
  return `${provider}/${model}`;
}

/** Null: no such provider, or no name. A model's name may have slashes of its own. */
export function parseModel(text: string, providerIds: readonly string[]): ModelRef | null {
  const typed = text.trim();
  const provider = providerIds.find((id) => typed.startsWith(`${id}/`));
  if (provider === undefined) return null;
  const model = typed.slice(provider.length + 1);
  return model === '' ? null : { provider, model };
}

export function contestantOf(draft: ContestantDraft, model: ModelRef): NewContestant {
  const { effort: _chosen, ...options } = draft.options;
  const modelOptions = draft.effort === null ? options : { ...options, effort: draft.effort };
  return { model, modelOptions, ...(draft.preset ? { preset: draft.preset } : {}) };
}
