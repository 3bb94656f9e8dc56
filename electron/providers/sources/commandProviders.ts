// Providers named on the command line by preset or API. Never saved. One with a custom address exists only in this
// process; one at its default address can be found again by id.

import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { chatAtOpenAi, type ProviderPreset, presetOf } from '../../../shared/features/models/knownProviders.ts';
import type { ProviderInfo } from '../../../shared/features/models/methods.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Log } from '../../lib/log.ts';
import { providerWords, responsesWord } from '../../lib/providerWords.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Provider } from '../../ports/provider.ts';
import { type EnvironmentServer, firstOf, kindAt, presetAddress, serverOf } from '../catalogue/environment.ts';
import { createEnvironmentModel, type EnvironmentModel } from '../catalogue/environmentModel.ts';
import type { ModelPlace } from '../catalogue/modelFacts.ts';
import { isLoopback, normaliseBaseUrl } from '../http/baseUrl.ts';
import type { MakeProvider } from '../makeProvider.ts';
import { commandPrefix, noSuchProvider } from './builtIn.ts';
import { providerAt, serverInfo } from './environmentProviders.ts';

export interface CommandProviders {
  /** Returns the provider's id. SETTINGS_INVALID: unknown name or invalid address. */
  named(word: string, baseUrl: string | null): Result<string>;
  /** Providers named in this process. */
  list(): ProviderInfo[];
  get(id: string): Result<Provider>;
  /** Null: no such provider. */
  placeOf(id: string): ModelPlace | null;
  /** Null: unknown. */
  modelOf(id: string): Promise<string | null>;
  close(): void;
}

export interface CommandProvidersOptions {
  env: Environment;
  make: MakeProvider;
  clock: Clock;
  log: Log;
}

export function createCommandProviders({ env, make, clock, log }: CommandProvidersOptions): CommandProviders {
  const named = new Map<string, EnvironmentServer>();
  const models = new Map<string, EnvironmentModel>();

  const serverFor = (word: string, typed: string | null): Result<EnvironmentServer> => {
    const preset = presetNamed(word);
    if (!preset) return unknownWord(word);
    const address = firstOf(preset.addressNames ?? [], env);
    const baseUrl = typed ?? address?.value ?? presetAddress(preset, env);
    if (baseUrl === '') {
      const hint = preset.addressHint ?? '';
      return fail('SETTINGS_INVALID', say`${preset.name} has an address of your own: add --base-url ${hint}.`);
    }
    const kind = word === responsesWord ? 'responses' : kindAt(preset, baseUrl);
    const normal = normaliseBaseUrl(baseUrl, kind);
    if (!normal.ok) {
      const name = typed === null && address ? address.name : '--base-url';
      return fail('SETTINGS_INVALID', say`${name} cannot be used. ${normal.error}`);
    }
    // A custom server may need no key.
    const isOwn = preset.baseUrl === '' || URL.parse(preset.baseUrl)?.origin === new URL(normal.value).origin;
    const found = serverOf(preset, env);
    const key = firstOf(preset.keyNames, env)?.value ?? null;
    const token = found?.token ?? null;
    const [keyName] = preset.keyNames;
    if (isOwn && !preset.local && !isLoopback(normal.value) && keyName && key === null && token === null) {
      return fail(
        'LLM_AUTH_FAILED',
        say`${preset.name} needs a key: set ${keyName}, or add the provider in Settings and name it by its id.`,
      );
    }
    return ok({
      preset,
      kind,
      baseUrl: normal.value,
      addressName: null,
      key,
      token,
      organization: found?.organization ?? null,
      project: found?.project ?? null,
      model: firstOf(preset.modelNames ?? [], env)?.value ?? null,
      id: typed === null ? `${commandPrefix}${word}` : idAt(word, normal.value),
    });
  };
  const find = (id: string): Result<EnvironmentServer> => {
    const known = named.get(id);
    if (known) return ok(known);
    const word = id.slice(commandPrefix.length);
    return id.startsWith(commandPrefix) && presetNamed(word) ? serverFor(word, null) : noSuchProvider(id);
  };

  return {
    named(word, baseUrl) {
      const server = serverFor(word, baseUrl);
      if (!server.ok) return server;
      named.set(server.value.id, server.value);
      return ok(server.value.id);
    },
    list: () => [...named.values()].map((server) => serverInfo(server, `Command line (${server.preset.name})`)),
    get(id) {
      const server = find(id);
      return server.ok ? providerAt(server.value, id, make) : server;
    },
    placeOf(id) {
      const server = find(id);
      return server.ok ? server.value : null;
    },
    async modelOf(id) {
      const server = find(id);
      if (!server.ok) return null;
      const known = models.get(id);
      const provider = () => providerAt(server.value, id, make);
      const model = known ?? createEnvironmentModel({ named: server.value.model, usual: null, provider, clock, log });
      models.set(id, model);
      return model.get();
    },
    close() {
      for (const model of models.values()) model.close();
    },
  };
}

function presetNamed(word: string): ProviderPreset | undefined {
  if (word === chatAtOpenAi.id) return chatAtOpenAi;
  return presetOf(word === responsesWord ? 'openai' : word);
}

function unknownWord(word: string): Result<never> {
  const words = say.list(providerWords());
  return fail(
    'SETTINGS_INVALID',
    say`There is no provider “${word}”. Use the id of one in Settings, or one of: ${words}.`,
  );
}

/** Unique and stable per address, so that provider data is never sent to another server. */
function idAt(word: string, baseUrl: string): string {
  const { host } = new URL(baseUrl);
  const mark = createHash('sha256').update(baseUrl).digest('hex').slice(0, 6);
  return `${commandPrefix}${word}-${host.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 32)}-${mark}`;
}
