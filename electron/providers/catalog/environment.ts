// Reads provider settings from well-known environment variables: OPENAI_API_KEY and OPENAI_BASE_URL first, then those
// of each well-known provider.

import { type KnownProvider, knownProviders } from '../../../shared/features/models/knownProviders.ts';
import { bestKnownModel } from '../../../shared/features/models/modelChoice.ts';
import type { ModelInfo } from '../../../shared/features/models/modelInfo.ts';
import type { ProviderKind } from '../../../shared/features/models/providerKind.ts';
import type { Environment } from '../../lib/environment.ts';
import { familyContextWindow } from './modelWindows.ts';

export interface EnvironmentServer {
  /** `environment` for OpenAI, `environment-<id>` for the others. */
  id: string;
  knownProvider: KnownProvider;
  kind: ProviderKind;
  /** Unvalidated. */
  baseUrl: string;
  /** The variable that set the address; null: the provider's default address. */
  addressName: string | null;
  key: string | null;
  /** Sent as a bearer token instead of a key. */
  token: string | null;
  model: string | null;
  organization: string | null;
  project: string | null;
}

export const environmentId = 'environment';
const openAi = 'openai';
/** Region for providers whose address contains a placeholder. */
const regionNames = ['AWS_REGION', 'AWS_DEFAULT_REGION'];

/** Used when OpenAI's model list is unavailable. */
export const fallbackModel = 'gpt-5-mini';

/** Returns the servers in the order in which they become the default. */
export function readEnvironment(env: Environment): EnvironmentServer[] {
  return knownProviders.flatMap((knownProvider) => {
    const server = serverOf(knownProvider, env);
    return server ? [server] : [];
  });
}

/** Reads a provider's variables, even if they do not suffice to offer it. */
export function serverOf(knownProvider: KnownProvider, env: Environment): EnvironmentServer | null {
  const key = firstSetVariable(knownProvider.keyNames, env)?.value ?? null;
  const token = knownProvider.tokenName && key === null ? setValue(knownProvider.tokenName, env) : null;
  const firstNamed = firstSetVariable(knownProvider.addressNames ?? [], env);
  // Local servers are discovered anyway, so only an explicit address enables one; a key alone does not locate it.
  const isNamed = knownProvider.local ? firstNamed !== null : key !== null || token !== null || firstNamed !== null;
  const baseUrl = firstNamed?.value ?? knownProviderAddress(knownProvider, env);
  if (!isNamed || baseUrl === '') return null;
  return {
    id: knownProvider.id === openAi ? environmentId : `${environmentId}-${knownProvider.id}`,
    knownProvider,
    kind: providerKindAt(knownProvider, baseUrl),
    baseUrl,
    addressName: firstNamed?.name ?? null,
    key,
    token,
    model: firstSetVariable(knownProvider.modelNames ?? [], env)?.value ?? null,
    organization: setValue(knownProvider.organizationName, env),
    project: setValue(knownProvider.projectName, env),
  };
}

/**
 * OpenAI's own server uses Responses, since its newer models reject tools with thinking on Chat Completions. Other
 * servers configured through OpenAI's variables use Chat Completions.
 */
export function providerKindAt(knownProvider: KnownProvider, baseUrl: string): ProviderKind {
  if (knownProvider.id !== openAi) return knownProvider.kind;
  return URL.parse(baseUrl)?.hostname === 'api.openai.com' ? 'responses' : 'openai';
}

/** Empty where each account has its own address. */
export function knownProviderAddress({ baseUrl, addressHint = '' }: KnownProvider, env: Environment): string {
  const region = firstSetVariable(regionNames, env)?.value ?? '';
  if (baseUrl !== '' || !addressHint.includes('REGION') || !/^[a-z0-9-]+$/.test(region)) return baseUrl;
  return addressHint.replace('REGION', region);
}

/** Variables that belong to a provider, for display; keys first. */
export function variableNamesOf(knownProvider: KnownProvider): string {
  return [...knownProvider.keyNames.slice(0, 1), ...(knownProvider.addressNames ?? []).slice(0, 1)].join(', ');
}

/** Returns every key that a provider would use, for masking. */
export function environmentKeys(env: Environment): string[] {
  const names = knownProviders.flatMap(({ keyNames, tokenName }) => [...keyNames, ...(tokenName ? [tokenName] : [])]);
  return [...new Set(names.flatMap((name) => setValue(name, env) ?? []))];
}

function setValue(name: string | undefined, env: Environment): string | null {
  return (name && env[name]?.trim()) || null;
}

export function firstSetVariable(names: readonly string[], env: Environment): { name: string; value: string } | null {
  for (const name of names) {
    const value = setValue(name, env);
    if (value !== null) return { name, value };
  }
  return null;
}

/** Picks a model from a list in no useful order. */
export function pickEnvironmentModel(models: readonly ModelInfo[]): string | null {
  if (models.some((model) => model.id === fallbackModel)) return fallbackModel;
  // Many lists omit the context window; infer it from the name.
  return bestKnownModel(
    models.map((model) => ({ contextWindow: familyContextWindow(model.id) ?? undefined, ...model }) as ModelInfo),
  );
}
