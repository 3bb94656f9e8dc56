// Providers of models: address, key, models.

import { z } from 'zod';
import type { ModelRef } from '../conversation/event.ts';
import type { LocalServer, ModelInfo } from '../modelInfo.ts';
import type { ModelAbilities } from '../modelOptions.ts';
import { type WireKind, wireKinds } from '../providerKind.ts';
import { method, nothing } from './protocol/method.ts';

/** Where a key comes from: never the key itself. */
export type KeySource = 'none' | 'keychain' | 'memory' | 'environment' | 'not_needed';

export interface ProviderInfo {
  id: string;
  name: string;
  /** The wire that it speaks. */
  kind: WireKind;
  baseUrl: string;
  key: KeySource;
  /** `demo` is the scripted model, `environment` comes from OPENAI_BASE_URL and OPENAI_API_KEY. */
  origin: 'demo' | 'environment' | 'settings';
  /** What a new conversation uses when its settings name no model. */
  defaultModel: ModelRef | null;
}

export type ProviderEvent = { type: 'providers.changed'; providers: ProviderInfo[] };

export const providerMethods = {
  'provider.save': method<ProviderInfo>()(
    'app',
    z.object({
      id: z.string().max(40).nullable(),
      name: z.string(),
      kind: z.enum(wireKinds).default('openai'),
      baseUrl: z.string(),
    }),
  ),
  'provider.remove': method<Record<string, never>>()('app', z.object({ provider: z.string().max(80) })),
  /** The key goes to the keychain, or is kept for the life of the process; it is never sent back. */
  'provider.setKey': method<ProviderInfo>()(
    'app',
    z.object({ provider: z.string().max(80), key: z.string().max(4096) }),
  ),
  /** Asks the provider for its models; the error says what is wrong with address or key. */
  'provider.models': method<{ models: ModelInfo[] }>()('none', z.object({ provider: z.string().max(80) })),
  /** What of the options a model takes; null: nobody knows, and a refusal would tell. */
  'provider.abilities': method<{ abilities: ModelAbilities | null }>()(
    'none',
    z.object({ provider: z.string().max(80), model: z.string().min(1).max(300) }),
  ),
  /** The same of what a form has, and stores nothing. `provider`: the saved one, whose key is used when `key` is empty. */
  'provider.test': method<{ models: ModelInfo[] }>()(
    'none',
    z.object({
      provider: z.string().max(80).nullable(),
      kind: z.enum(wireKinds).default('openai'),
      baseUrl: z.string(),
      key: z.string().max(4096),
    }),
  ),
  /** Servers of models that run on this machine now and that the settings do not have yet. Takes a moment. */
  'provider.discover': method<{ servers: LocalServer[] }>()('none', nothing),
} as const;
