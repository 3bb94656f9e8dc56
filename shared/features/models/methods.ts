// Providers of models: address, key, models.

import { z } from 'zod';
import { method, nothing } from '../../protocol/method.ts';
import type { LocalServer, ModelInfo } from './modelInfo.ts';
import type { ModelRef } from './modelOptions.ts';
import { type ModelTakes, modelOptionsSchema } from './modelOptions.ts';
import { type WireKind, wireKinds } from './providerKind.ts';

/** Where a key comes from: never the key itself. */
export type KeySource = 'none' | 'keychain' | 'memory' | 'environment' | 'not_needed';

export interface ProviderInfo {
  id: string;
  name: string;
  /** The wire that it speaks. */
  kind: WireKind;
  baseUrl: string;
  key: KeySource;
  /** `demo` is the scripted model, `environment` comes from names of the environment, as OPENAI_API_KEY. */
  origin: 'demo' | 'environment' | 'settings';
  /** What a new conversation uses when its settings name no model. */
  defaultModel: ModelRef | null;
  /** How it is reached; absent where nothing of it was set. */
  connection?: ProviderConnection;
}

/** Of headers their names only. */
export interface ProviderConnection {
  headers: string[];
  proxy: string;
  certificate: string;
  idleTimeoutSeconds: number | null;
  connectTimeoutSeconds: number | null;
}

/** What a form has of it. An empty value of a header keeps the saved one. Absent as a whole: nothing of it changes. */
const connectionSchema = z.object({
  headers: z.array(z.object({ name: z.string().max(100), value: z.string().max(8192) })).max(20),
  /** Empty: as the environment says; `direct`; or http(s)://host:port. A password in it goes to the keychain. */
  proxy: z.string().max(400),
  certificate: z.string().max(4096),
  idleTimeoutSeconds: z.number().int().min(5).max(3600).nullable(),
  /** Absent: as it was. */
  connectTimeoutSeconds: z.number().int().min(1).max(300).nullable().optional(),
});

export type TypedConnection = z.infer<typeof connectionSchema>;

export type ProviderEvent = { type: 'providers.changed'; providers: ProviderInfo[] };

export const providerMethods = {
  'provider.save': method<ProviderInfo>()(
    'app',
    z.object({
      id: z.string().max(40).nullable(),
      name: z.string(),
      kind: z.enum(wireKinds).default('openai'),
      baseUrl: z.string(),
      connection: connectionSchema.optional(),
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
  /** What of the options a model takes, and what becomes of those that were chosen for it. */
  'provider.abilities': method<ModelTakes>()(
    'none',
    z.object({
      provider: z.string().max(80),
      model: z.string().min(1).max(300),
      options: modelOptionsSchema.default({}),
    }),
  ),
  /** The same of what a form has, and stores nothing. `provider`: the saved one, whose key is used when `key` is empty. */
  'provider.test': method<{ models: ModelInfo[] }>()(
    'none',
    z.object({
      provider: z.string().max(80).nullable(),
      kind: z.enum(wireKinds).default('openai'),
      baseUrl: z.string(),
      key: z.string().max(4096),
      connection: connectionSchema.optional(),
    }),
  ),
  /** Servers of models that run on this machine now and that the settings do not have yet. Takes a moment. */
  'provider.discover': method<{ servers: LocalServer[] }>()('none', nothing),
} as const;
