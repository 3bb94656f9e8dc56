// The form of a contestant: the typed model or agent, effort and preset, and what they mean. Pure.

import type { NewContestant } from '../../../shared/features/compare/methods.ts';
import { agentModelRef } from '../../../shared/features/externalAgents/externalAgent.ts';
import type { Effort, ModelOptions, ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { PresetRef } from '../../../shared/features/presets/preset.ts';

export interface ContestantDraft {
  /** Distinguishes rows. */
  key: number;
  /** `provider/model` or an agent's name as typed, or `modelText` of a chosen one. */
  model: string;
  /** Such as the temperature of the chat's own model; effort is separate. */
  options: ModelOptions;
  effort: Effort | null;
  preset: PresetRef | null;
}

/** The models and agents that a typed name can refer to. */
export interface Answerers {
  providerIds: readonly string[];
  /** Each under a name of its own. */
  agents: readonly { id: string; name: string }[];
}

export function modelText({ provider, model }: ModelRef): string {
  return `${provider}/${model}`;
}

/** Null: no such agent or provider, or no name. A model's name may have slashes of its own. */
export function parseModel(text: string, { providerIds, agents }: Answerers): ModelRef | null {
  const typed = text.trim();
  const agent = agents.find(({ id, name }) => name === typed || modelText(agentModelRef(id)) === typed);
  if (agent) return agentModelRef(agent.id);
  const provider = providerIds.find((id) => typed.startsWith(`${id}/`));
  if (provider === undefined) return null;
  const model = typed.slice(provider.length + 1);
  return model === '' ? null : { provider, model };
}

/** The text for the field: a chosen agent by its name, and what the user types as it is. */
export function visibleModel(text: string, { agents }: Pick<Answerers, 'agents'>): string {
  return agents.find(({ id }) => modelText(agentModelRef(id)) === text)?.name ?? text;
}

/** Adds its id to the name of an agent that another has, too. */
export function withDistinctNames<T extends { id: string; name: string }>(agents: readonly T[]): T[] {
  const isTwice = (name: string): boolean => agents.filter((each) => each.name === name).length > 1;
  return agents.map((each) => (isTwice(each.name) ? { ...each, name: `${each.name} (${each.id})` } : each));
}

export function contestantOf(draft: ContestantDraft, model: ModelRef): NewContestant {
  const { effort: _chosen, ...options } = draft.options;
  const modelOptions = draft.effort === null ? options : { ...options, effort: draft.effort };
  return { model, modelOptions, ...(draft.preset ? { preset: draft.preset } : {}) };
}
