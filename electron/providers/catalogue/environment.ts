// The providers that the environment names, by the variables that other programs read: OPENAI_API_KEY and OPENAI_BASE_URL
// first, then those of each preset.

import { likeliestModel } from '../../../shared/features/models/modelChoice.ts';
import type { ModelInfo } from '../../../shared/features/models/modelInfo.ts';
import type { WireKind } from '../../../shared/features/models/providerKind.ts';
import { type ProviderPreset, providerPresets } from '../../../shared/features/models/providerPresets.ts';
import { windowOfFamily } from './modelWindows.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface EnvironmentServer {
  /** `environment` is OpenAI's, `environment-<preset>` another one. */
  id: string;
  preset: ProviderPreset;
  kind: WireKind;
  /** As given: it may not be an address at all. */
  baseUrl: string;
  /** The variable that the address comes from; null: it is the preset's. */
  addressName: string | null;
  key: string | null;
  /** Sent as a bearer token in place of a key. */
  token: string | null;
  model: string | null;
  organization: string | null;
  project: string | null;
}

export const environmentId = 'environment';
const openAi = 'openai';
/** Where a preset's address has a place for it. */
const regionNames = ['AWS_REGION', 'AWS_DEFAULT_REGION'];

/** What is asked when OpenAI's server does not say what it has. */
export const fallbackModel = 'gpt-5-mini';

/** In the order in which they are the default. */
export function readEnvironment(env: Environment): EnvironmentServer[] {
  return providerPresets.flatMap((preset) => {
    const server = serverOf(preset, env);
    return server ? [server] : [];
  });
}

/** What the environment has for a preset, whether or not that is enough to be offered. */
export function serverOf(preset: ProviderPreset, env: Environment): EnvironmentServer | null {
  const key = firstOf(preset.keyNames, env)?.value ?? null;
  const token = preset.tokenName && key === null ? setValue(preset.tokenName, env) : null;
  const named = firstOf(preset.addressNames ?? [], env);
  // A server on this machine is looked for anyway; its address says that it is wanted, its key does not say where.
  const isNamed = preset.local ? named !== null : key !== null || token !== null || named !== null;
  const baseUrl = named?.value ?? presetAddress(preset, env);
  if (!isNamed || baseUrl === '') return null;
  return {
    id: preset.id === openAi ? environmentId : `${environmentId}-${preset.id}`,
    preset,
    kind: kindAt(preset, baseUrl),
    baseUrl,
    addressName: named?.name ?? null,
    key,
    token,
    model: firstOf(preset.modelNames ?? [], env)?.value ?? null,
    organization: setValue(preset.organizationName, env),
    project: setValue(preset.projectName, env),
  };
}

/**
 * OpenAI's own server is asked by Responses, where its newer models take tools together with thinking. Any other that is given
 * by OpenAI's names speaks Chat Completions, as servers that are compatible with it do.
 */
export function kindAt(preset: ProviderPreset, baseUrl: string): WireKind {
  if (preset.id !== openAi) return preset.kind;
  return URL.parse(baseUrl)?.hostname === 'api.openai.com' ? 'responses' : 'openai';
}

/** Empty where each person has one of their own. */
export function presetAddress({ baseUrl, addressHint = '' }: ProviderPreset, env: Environment): string {
  const region = firstOf(regionNames, env)?.value ?? '';
  if (baseUrl !== '' || !addressHint.includes('REGION') || !/^[a-z0-9-]+$/.test(region)) return baseUrl;
  return addressHint.replace('REGION', region);
}

/** The names that have something to do with a preset, for a sentence: keys first. */
export function namesOf(preset: ProviderPreset): string {
  return [...preset.keyNames.slice(0, 1), ...(preset.addressNames ?? []).slice(0, 1)].join(', ');
}

/** Every key that a preset would use, to be hidden. */
export function environmentKeys(env: Environment): string[] {
  const names = providerPresets.flatMap(({ keyNames, tokenName }) => [...keyNames, ...(tokenName ? [tokenName] : [])]);
  return [...new Set(names.flatMap((name) => setValue(name, env) ?? []))];
}

function setValue(name: string | undefined, env: Environment): string | null {
  return (name && env[name]?.trim()) || null;
}

export function firstOf(names: readonly string[], env: Environment): { name: string; value: string } | null {
  for (const name of names) {
    const value = setValue(name, env);
    if (value !== null) return { name, value };
  }
  return null;
}

/** A server with many models lists them in no useful order. */
export function environmentChoice(models: readonly ModelInfo[]): string | null {
  if (models.some((model) => model.id === fallbackModel)) return fallbackModel;
  // What a list does not tell of the context is known of many by their name.
  return likeliestModel(
    models.map((model) => ({ contextWindow: windowOfFamily(model.id) ?? undefined, ...model }) as ModelInfo),
  );
}
