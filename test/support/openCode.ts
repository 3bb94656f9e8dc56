// The real OpenCode with a home of its own and a model on loopback. Found on PATH, or by the variable
// THROUGHLINE_TEST_OPENCODE; tests are skipped where it is missing.

import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The program; null if it is not installed. */
export function findOpenCode(): string | null {
  const named = process.env.THROUGHLINE_TEST_OPENCODE;
  const places = named ? [named] : (process.env.PATH ?? '').split(path.delimiter).map((folder) => `${folder}/opencode`);
  const isProgram = (file: string): boolean => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  return places.find(isProgram) ?? null;
}

export type OpenCodePermission = 'ask' | 'allow' | 'deny';

/**
 * Writes its configuration below `home` and returns the environment that leads it there and nowhere else: no updates, no
 * model list from the network, no plugins.
 */
export function openCodeEnvironment(
  home: string,
  modelUrl: string,
  permission: Readonly<Record<string, OpenCodePermission>> = { edit: 'ask', bash: 'ask' },
): Record<string, string> {
  const folder = path.join(home, '.config', 'opencode');
  mkdirSync(folder, { recursive: true });
  const model = { name: 'Fake', limit: { context: 100_000, output: 8_000 }, tool_call: true };
  const config = {
    $schema: 'https://opencode.ai/config.json',
    model: 'loopback/fake-model',
    small_model: 'loopback/fake-model',
    enabled_providers: ['loopback'],
    provider: {
      loopback: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Loopback',
        options: { baseURL: modelUrl, apiKey: 'sk-loopback-0123456789' },
        models: { 'fake-model': model },
      },
    },
    permission,
    autoupdate: false,
    share: 'disabled',
  };
  writeFileSync(path.join(folder, 'opencode.json'), JSON.stringify(config));
  return {
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, '.config'),
    XDG_DATA_HOME: path.join(home, '.local', 'share'),
    XDG_CACHE_HOME: path.join(home, '.cache'),
    XDG_STATE_HOME: path.join(home, '.local', 'state'),
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  };
}
