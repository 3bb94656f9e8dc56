// Model providers: address, key, models.

import { z } from 'zod';
import { defineMethod, nothing } from '../../protocol/method.ts';
import type { LocalServer, ModelInfo } from './modelInfo.ts';
import type { ModelRef } from './modelOptions.ts';
import { type ModelTakes, modelOptionsSchema } from './modelOptions.ts';
import { type ProviderKind, providerKinds } from './providerKind.ts';

/** Where a key comes from; never the key itself. `missing`: it was kept in memory only, and is lost. */
export type KeySource = 'none' | 'keychain' | 'memory' | 'environment' | 'not_needed' | 'missing';

export interface ProviderInfo {
  id: string;
  name: string;
  /** The provider API it speaks. */
  kind: ProviderKind;
  baseUrl: string;
  key: KeySource;
  /** `demo`: the scripted model; `environment`: configured by variables such as OPENAI_API_KEY. */
  origin: 'demo' | 'environment' | 'settings';
  /** The model of a new conversation when the settings name none. */
  defaultModel: ModelRef | null;
  /** Connection settings; absent if none are set. */
  connection?: ProviderConnection;
}

/** Header names without values. */
export interface ProviderConnection {
  headers: string[];
  proxy: string;
  certificate: string;
  idleTimeoutSeconds: number | null;
  connectTimeoutSeconds: number | null;
}

/** Connection fields of a form. An empty header value keeps the saved one. Absent as a whole: unchanged. */
const connectionSchema = z.object({
  headers: z.array(z.object({ name: z.string().max(100), value: z.string().max(8192) })).max(20),
  /** Empty: from the environment; `direct`; or http(s)://host:port. A password in it goes to the keychain. */
  proxy: z.string().max(400),
  certificate: z.string().max(4096),
  idleTimeoutSeconds: z.number().int().min(5).max(3600).nullable(),
  /** Absent: unchanged. */
  connectTimeoutSeconds: z.number().int().min(1).max(300).nullable().optional(),
});

export type ConnectionInput = z.infer<typeof connectionSchema>;

export type ProviderEvent = { type: 'providers.changed'; providers: ProviderInfo[] };

export const providerMethods = {
  'provider.save': defineMethod<ProviderInfo>()(
    'app',
    z.object({
      id: z.string().max(40).nullable(),
      name: z.string(),
      kind: z.enum(providerKinds).default('openai'),
      baseUrl: z.string(),
      connection: connectionSchema.optional(),
    }),
  ),
  'provider.remove': defineMethod<Record<string, never>>()('app', z.object({ provider: z.string().max(80) })),
  /** Stores a key in the keychain, or for the life of the process; it is never sent back. */
  'provider.setKey': defineMethod<ProviderInfo>()(
    'app',
    z.object({ provider: z.string().max(80), key: z.string().max(4096) }),
  ),
  /** Lists the provider's models; the error says what is wrong with address or key. */
  'provider.models': defineMethod<{ models: ModelInfo[] }>()('none', z.object({ provider: z.string().max(80) })),
  /** Returns which options a model supports, and how the chosen ones are sent. */
  'provider.abilities': defineMethod<ModelTakes>()(
    'none',
    z.object({
      provider: z.string().max(80),
      model: z.string().min(1).max(300),
      options: modelOptionsSchema.default({}),
    }),
  ),
  /**
   * Does the same with a form's values, and stores nothing. `provider`: the saved one, whose key is used when `key` is
   * empty.
   */
  'provider.test': defineMethod<{ models: ModelInfo[] }>()(
    'none',
    z.object({
      provider: z.string().max(80).nullable(),
      kind: z.enum(providerKinds).default('openai'),
      baseUrl: z.string(),
      key: z.string().max(4096),
      connection: connectionSchema.optional(),
    }),
  ),
  /** Finds model servers that run on this machine and are not in the settings yet. Takes a moment. */
  'provider.discover': defineMethod<{ servers: LocalServer[] }>()('none', nothing),
} as const;
