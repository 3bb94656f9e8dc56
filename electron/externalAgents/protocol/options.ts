// An agent's choices as the window shows them: config options, and the modes and models of agents that do not use config
// options yet.

import { z } from 'zod';
import type { AgentOption } from '../../../shared/features/externalAgents/externalAgent.ts';
import { boundedText } from '../../lib/boundedText.ts';

/** Ids of options that are none to the agent; it has methods of their own for them. */
export const modeOptionId = '$mode';
export const modelOptionId = '$model';

const maxOptions = 50;
const maxChoices = 2000;
const id = z.string().min(1).max(1000);
const text = (max: number) => z.string().transform((value) => boundedText(value, max));
const note = text(2000).nullish().catch(null);

const choice = z.object({ value: id, name: text(200), description: note });
const group = z.object({ group: z.string(), name: text(200), options: z.array(z.unknown()) });
const base = { id: z.string().min(1).max(200), name: text(200), description: note, category: z.unknown().optional() };
const select = z.object({ ...base, type: z.literal('select'), currentValue: id, options: z.array(z.unknown()) });
const boolean = z.object({ ...base, type: z.literal('boolean'), currentValue: z.boolean() });

const modes = z.object({ currentModeId: id, availableModes: z.array(z.unknown()) });
const mode = z.object({ id, name: text(200), description: note });
const models = z.object({ currentModelId: id, availableModels: z.array(z.unknown()) });
const model = z.object({ modelId: id, name: text(200), description: note });

/** Skips what is malformed. `response`: of session/new, load or resume, or an update. */
export function agentOptions(response: Readonly<Record<string, unknown>>): AgentOption[] {
  const listed = Array.isArray(response.configOptions) ? response.configOptions.slice(0, maxOptions) : [];
  const options = listed.flatMap((raw) => configOption(raw) ?? []);
  const hasCategory = (category: string): boolean => options.some((option) => option.category === category);
  return [
    ...(hasCategory('mode') ? [] : (modeOption(response.modes) ?? [])),
    ...(hasCategory('model') ? [] : (modelOption(response.models) ?? [])),
    ...options,
  ];
}

function configOption(raw: unknown): AgentOption | null {
  const asBoolean = boolean.safeParse(raw);
  if (asBoolean.success) {
    const { currentValue, category, ...rest } = asBoolean.data;
    const choices = ['true', 'false'].map((value) => ({ value, name: value }));
    return { ...described(rest), category: categoryOf(category), current: String(currentValue), choices };
  }
  const asSelect = select.safeParse(raw);
  if (!asSelect.success) return null;
  const { currentValue, category, options, ...rest } = asSelect.data;
  const choices = options.slice(0, maxChoices).flatMap((each) => choicesOf(each));
  return {
    ...described(rest),
    category: categoryOf(category),
    current: currentValue,
    choices: choices.slice(0, maxChoices),
  };
}

function choicesOf(raw: unknown): AgentOption['choices'] {
  const one = choice.safeParse(raw);
  if (one.success) return [described(one.data)];
  const several = group.safeParse(raw);
  if (!several.success) return [];
  return several.data.options.flatMap((each) => {
    const inGroup = choice.safeParse(each);
    return inGroup.success ? [{ ...described(inGroup.data), group: several.data.name }] : [];
  });
}

function modeOption(raw: unknown): AgentOption[] | null {
  const read = modes.safeParse(raw);
  if (!read.success) return null;
  const choices = read.data.availableModes.slice(0, maxChoices).flatMap((each) => {
    const one = mode.safeParse(each);
    return one.success
      ? [described({ value: one.data.id, name: one.data.name, description: one.data.description })]
      : [];
  });
  const current = read.data.currentModeId;
  return [{ id: modeOptionId, name: 'Mode', category: 'mode', type: 'select', current, choices }];
}

function modelOption(raw: unknown): AgentOption[] | null {
  const read = models.safeParse(raw);
  if (!read.success) return null;
  const choices = read.data.availableModels.slice(0, maxChoices).flatMap((each) => {
    const one = model.safeParse(each);
    if (!one.success) return [];
    return [described({ value: one.data.modelId, name: one.data.name, description: one.data.description })];
  });
  const current = read.data.currentModelId;
  return [{ id: modelOptionId, name: 'Model', category: 'model', type: 'select', current, choices }];
}

const categories = ['mode', 'model', 'model_config', 'thought_level'] as const;

function categoryOf(raw: unknown): AgentOption['category'] {
  return categories.find((category) => category === raw) ?? 'other';
}

function described<T extends { description?: string | null | undefined }>({ description, ...rest }: T) {
  return { ...rest, ...(description ? { description } : {}) };
}

/** With another mode, as the agent reports it. */
export function withMode(options: readonly AgentOption[], modeId: string): AgentOption[] {
  return options.map((option) => (option.category === 'mode' ? { ...option, current: modeId } : option));
}
