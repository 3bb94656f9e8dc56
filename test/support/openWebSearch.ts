// The web search with a keychain in memory, as the tool and the settings use it.

import { createWebSearch, type WebSearchGuards } from '../../electron/features/webSearch/webSearch.ts';
import { createSecretMask } from '../../electron/lib/secretMask.ts';
import type { WebSearch } from '../../electron/ports/webSearch.ts';
import { createKeychain } from '../../electron/stores/keychain.ts';
import { ok } from '../../shared/core/errors.ts';
import { defaultSettings, type Settings, settingsSchema } from '../../shared/features/settings/settings.ts';

export function openWebSearch(
  chosen: Pick<Settings['webSearch'], 'backend' | 'address'>,
  doors: WebSearchGuards = {},
  env: Record<string, string> = {},
): WebSearch {
  const keychain = createKeychain({ service: 'test', memoryOnly: true });
  const mask = createSecretMask(
    () => keychain.knownSecrets(),
    () => false,
  );
  let webSearch: Settings['webSearch'] = { keys: [], ...chosen };
  const settings = {
    read: async () => ({ settings: { ...defaultSettings, webSearch } }),
    update: async (patch: Record<string, unknown>) => {
      webSearch = settingsSchema.parse(patch).webSearch;
      return ok({});
    },
  };
  return createWebSearch({ settings, keychain, env, mask, doors });
}
