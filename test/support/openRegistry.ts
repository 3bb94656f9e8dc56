// The configured providers, with settings and a keychain in memory and real connections. Call it inside a test.

import { onTestFinished } from 'vitest';
import type { Provider, ProviderRegistry } from '../../electron/ports/provider.ts';
import { createProviderRegistry } from '../../electron/providers/registry.ts';
import { createKeychain, type RememberingKeychain } from '../../electron/stores/keychain.ts';
import { ok } from '../../shared/core/errors.ts';
import type { ConnectionInput, ProviderInfo } from '../../shared/features/models/methods.ts';
import type { ProviderKind } from '../../shared/features/models/providerKind.ts';
import { defaultSettings, type Settings, settingsSchema } from '../../shared/features/settings/settings.ts';
import { okValue } from './result.ts';

export interface OpenRegistry {
  registry: ProviderRegistry;
  keychain: RememberingKeychain;
  /** As written to disk. */
  stored(): Settings;
  /** Writes to the settings what no form does. */
  update(patch: Partial<Settings>): Promise<unknown>;
  /** Creates or changes (`id`) a provider in the settings. */
  save(provider: SavedInput): Promise<ProviderInfo>;
  /** The same; returns a provider to call. */
  saved(provider: SavedInput): Promise<Provider>;
}

interface SavedInput {
  id?: string;
  kind?: ProviderKind;
  baseUrl: string;
  connection?: Partial<ConnectionInput>;
}

export const plain: ConnectionInput = { headers: [], proxy: '', certificate: '', idleTimeoutSeconds: null };

export function openRegistry(env: Record<string, string> = {}): OpenRegistry {
  let stored: Settings = defaultSettings;
  const settings = {
    read: async () => ({ settings: stored }),
    update: async (patch: Record<string, unknown>) => {
      stored = settingsSchema.parse({ ...stored, ...patch });
      return ok(stored);
    },
  };
  const keychain = createKeychain({ service: 'throughline-test', memoryOnly: true });
  const registry = createProviderRegistry({ settings, keychain, env, log: () => {} });
  onTestFinished(() => registry.close());
  const save: OpenRegistry['save'] = async ({ id = null, connection, ...input }) =>
    okValue(
      await registry.save({
        ...input,
        id,
        name: id ?? 'mine',
        ...(connection ? { connection: { ...plain, ...connection } } : {}),
      }),
    );
  return {
    registry,
    keychain,
    stored: () => stored,
    update: settings.update,
    save,
    saved: async (input) => okValue(await registry.get((await save(input)).id)),
  };
}
