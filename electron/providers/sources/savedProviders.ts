// Providers from the settings. Keys, header values and proxy passwords are in the keychain; each is sent only to the
// address it was saved for.

import { fail, ok, type Result, sentenceFields } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { ConnectionInput, KeySource, ProviderInfo } from '../../../shared/features/models/methods.ts';
import type { ProviderKind } from '../../../shared/features/models/providerKind.ts';
import type { ProviderSettings, Settings } from '../../../shared/features/settings/settings.ts';
import { createKeyedQueue } from '../../lib/keyedQueue.ts';
import type { Keychain } from '../../ports/keychain.ts';
import type { ModelFailure, Provider } from '../../ports/provider.ts';
import { checkName, uniqueSlug } from '../catalog/slug.ts';
import {
  type CheckedConnection,
  checkConnection,
  connectionOf,
  plainConnection,
  readSavedConnection,
  redactConnection,
} from '../connection/connection.ts';
import { createConnectionSecrets } from '../connection/connectionSecrets.ts';
import { isLoopback, normalizeBaseUrl } from '../http/baseUrl.ts';
import type { MakeProvider } from '../makeProvider.ts';
import { isBuiltIn, isReserved, readOnlyError, unknownProviderError } from './builtIn.ts';

interface TypedProvider {
  kind?: ProviderKind;
  baseUrl: string;
  connection?: ConnectionInput | undefined;
}

export interface SavedProviders {
  stored(): Promise<ProviderSettings[]>;
  list(): Promise<ProviderInfo[]>;
  get(id: string): Promise<Result<Provider>>;
  typed(input: TypedProvider & { provider: string | null; key: string }): Promise<Result<Provider>>;
  save(input: TypedProvider & { id: string | null; name: string }): Promise<Result<ProviderInfo>>;
  remove(id: string): Promise<Result<void>>;
  setKey(id: string, key: string): Promise<Result<KeySource>>;
  learnKeys(): Promise<void>;
}

export interface SavedProvidersOptions {
  settings: {
    read(): Promise<{ settings: Settings }>;
    update(patch: Record<string, unknown>): Promise<Result<unknown>>;
  };
  keychain: Keychain & { remember?(secret: string): void };
  make: MakeProvider;
}

const account = (id: string): string => `provider:${id}`;

export function createSavedProviders({ settings, keychain, make }: SavedProvidersOptions): SavedProviders {
  const queue = createKeyedQueue();
  const secrets = createConnectionSecrets(keychain);
  const readSaved = async (): Promise<ProviderSettings[]> =>
    (await settings.read()).settings.providers.filter(({ id }) => !isReserved(id));
  const find = async (id: string | null): Promise<ProviderSettings | undefined> =>
    (await readSaved()).find((each) => each.id === id);
  const storedKeyOf = async ({ id, restored }: ProviderSettings): Promise<Result<string | null>> =>
    restored ? ok(null) : keychain.get(account(id));
  const keyOf = async (provider: ProviderSettings): Promise<KeySource> => {
    const location = provider.restored ? 'none' : await keychain.locate(account(provider.id));
    if (location === 'none' && provider.hasKey) return 'missing';
    return location === 'none' && isLoopback(provider.baseUrl) ? 'not_needed' : location;
  };
  const infoOf = async (provider: ProviderSettings): Promise<ProviderInfo> => {
    const { id, name, kind, baseUrl } = provider;
    const connection = redactConnection(provider);
    const key = await keyOf(provider);
    const fields = { id, name, kind, baseUrl, key, origin: 'settings' as const, defaultModel: null };
    return connection ? { ...fields, connection } : fields;
  };

  /**
   * Deletes all server secrets and returns a function that restores them. Keeps the proxy password, which belongs to
   * the proxy.
   */
  async function forget(id: string): Promise<Result<() => Promise<unknown>>> {
    const [key, headers] = [await keychain.get(account(id)), await secrets.headers(id)];
    const removal = await keychain.remove(account(id));
    const done = removal.ok ? await secrets.setHeaders(id, {}) : removal;
    if (!done.ok) return done;
    return ok(async () => {
      if (key.ok && key.value !== null) await keychain.set(account(id), key.value);
      if (headers.ok) await secrets.setHeaders(id, headers.value);
    });
  }

  async function markKey(id: string, hasKey: boolean): Promise<Result<unknown>> {
    const providers = await readSaved();
    // The key that was just saved or removed is no longer one of another address.
    const mark = ({ hasKey: _, restored: __, ...provider }: ProviderSettings): ProviderSettings =>
      hasKey ? { ...provider, hasKey } : provider;
    const isMarked = (each: ProviderSettings): boolean => (each.hasKey ?? false) === hasKey && !each.restored;
    if (providers.every((each) => each.id !== id || isMarked(each))) return ok(undefined);
    return settings.update({ providers: providers.map((each) => (each.id === id ? mark(each) : each)) });
  }

  async function keepSecrets(id: string, { values, proxyPassword }: CheckedConnection): Promise<Result<void>> {
    const saving = await secrets.setHeaders(id, values);
    return saving.ok ? secrets.setProxyPassword(id, proxyPassword) : saving;
  }

  async function saveNow(input: TypedProvider & { id: string | null; name: string }): Promise<Result<ProviderInfo>> {
    const name = checkName(input.name);
    if (!name.ok) return name;
    const kind = input.kind ?? 'openai';
    const baseUrl = normalizeBaseUrl(input.baseUrl, kind);
    if (!baseUrl.ok) return baseUrl;
    const providers = await readSaved();
    const existing = providers.find(({ id }) => id === input.id) ?? null;
    if (input.id !== null && !existing) return notSaved(input.id);
    const isElsewhere = existing !== null && !isSameServer(existing.baseUrl, baseUrl.value);
    const connection = input.connection
      ? await checkConnection(input.connection, existing, isElsewhere, secrets)
      : ok(null);
    if (!connection.ok) return connection;
    const usedIds = new Set(providers.map((each) => each.id));
    const id = existing?.id ?? uniqueSlug(name.value, (slug) => isBuiltIn(slug) || usedIds.has(slug));
    const saved = { ...withoutConnection(existing, input.connection, isElsewhere), id, name: name.value, kind };
    const next: ProviderSettings = { ...saved, baseUrl: baseUrl.value, ...connection.value?.stored };
    // Delete secrets before the address changes: a crash in between then leaves an address without a secret, never a
    // secret for another server.
    const forgotten = isElsewhere ? await forget(id) : ok(async () => {});
    if (!forgotten.ok) return forgotten;
    const list = existing ? providers.map((each) => (each.id === id ? next : each)) : [...providers, next];
    const updated = await settings.update({ providers: list });
    if (!updated.ok) {
      await forgotten.value();
      return updated;
    }
    const saving = connection.value ? await keepSecrets(id, connection.value) : ok(undefined);
    return saving.ok ? ok(await infoOf(next)) : saving;
  }

  return {
    stored: readSaved,
    list: async () => Promise.all((await readSaved()).map(infoOf)),

    async get(id) {
      const provider = await find(id);
      if (!provider) return unknownProviderError(id);
      const baseUrl = normalizeBaseUrl(provider.baseUrl, provider.kind);
      if (!baseUrl.ok)
        return fail('SETTINGS_INVALID', say`The address of “${provider.name}” cannot be used. ${baseUrl.error}`);
      const key = await storedKeyOf(provider);
      if (!key.ok) return key;
      const connection = await readSavedConnection(provider, secrets);
      if (!connection.ok) return connection;
      const made = make(provider.kind, { id, baseUrl: baseUrl.value, key: key.value }, connection.value);
      return ok(key.value === null && provider.hasKey ? withoutItsKey(made, provider.name) : made);
    },

    async typed(input) {
      const kind = input.kind ?? 'openai';
      const baseUrl = normalizeBaseUrl(input.baseUrl, kind);
      if (!baseUrl.ok) return baseUrl;
      const typedKey = plainKey(input.key);
      if (!typedKey.ok) return typedKey;
      const existing = (await find(input.provider)) ?? null;
      const isElsewhere = !(existing && isSameServer(existing.baseUrl, baseUrl.value));
      const storedKey = existing === null ? ok(null) : await storedKeyOf(existing);
      if (!storedKey.ok) return storedKey;
      if (typedKey.value === '' && storedKey.value !== null && isElsewhere) {
        return fail(
          'SETTINGS_INVALID',
          say`The saved key belongs to the previous address and is not sent to another one. Enter the key again. Nothing was changed.`,
        );
      }
      if (typedKey.value === '' && storedKey.value === null && existing?.hasKey && !isElsewhere)
        return fail('LLM_AUTH_FAILED', keyIsMissing(existing.name));
      const key = typedKey.value === '' ? storedKey.value : typedKey.value;
      const checked = input.connection
        ? await checkConnection(input.connection, existing, isElsewhere, secrets)
        : ok(null);
      if (!checked.ok) return checked;
      const saved =
        existing && !isElsewhere && !checked.value ? await readSavedConnection(existing, secrets) : ok(plainConnection);
      if (!saved.ok) return saved;
      const connection = checked.value ? connectionOf(checked.value) : saved.value;
      return ok(make(kind, { id: input.provider ?? 'typed', baseUrl: baseUrl.value, key }, connection));
    },

    save: (input) => queue.run('settings', () => saveNow(input)),

    remove: (id) =>
      queue.run('settings', async () => {
        const providers = await readSaved();
        if (!providers.some((each) => each.id === id)) return notSaved(id);
        const { model } = (await settings.read()).settings;
        // New conversations must not use a deleted provider.
        const patch = model?.provider === id ? { model: null } : {};
        const updated = await settings.update({ providers: providers.filter((each) => each.id !== id), ...patch });
        if (!updated.ok) return updated as Result<never>;
        const forgotten = await forget(id);
        return forgotten.ok ? secrets.setProxyPassword(id, null) : forgotten;
      }),

    setKey: (id, key) =>
      queue.run('settings', async () => {
        if (!(await find(id))) return notSaved(id);
        const trimmedKey = plainKey(key);
        if (!trimmedKey.ok) return trimmedKey;
        const secret = trimmedKey.value;
        const done = secret === '' ? await keychain.remove(account(id)) : await keychain.set(account(id), secret);
        if (!done.ok) return done;
        const marked = await markKey(id, secret !== '');
        if (!marked.ok) return marked as Result<never>;
        const provider = await find(id);
        return provider ? ok(await keyOf(provider)) : notSaved(id);
      }),

    async learnKeys() {
      const learn = async ({ id, headers, proxy }: ProviderSettings): Promise<void> => {
        await keychain.get(account(id));
        if (headers) await secrets.headers(id);
        if (proxy) await secrets.proxyPassword(id);
      };
      await Promise.all((await readSaved()).map(learn));
    },
  };
}

function keyIsMissing(name: string): Sentence {
  return say`The key of “${name}” is missing: it was kept only until Throughline quit. Enter it again in Settings.`;
}

/** Sends nothing: a server that gets no key may answer with a limit or another error, which hides the cause. */
function withoutItsKey(provider: Provider, name: string): Provider {
  const message = keyIsMissing(name);
  const failure: ModelFailure = {
    code: 'LLM_AUTH_FAILED',
    ...sentenceFields(message),
    retryable: false,
    partial: { text: '', reasoning: '' },
  };
  return {
    ...provider,
    complete: async () => ({ kind: 'failed', failure }),
    listModels: async () => fail('LLM_AUTH_FAILED', message),
  };
}

/** Keeps saved fields that the form lacks, except the secrets' if the address changed. */
function withoutConnection(
  existing: ProviderSettings | null,
  form: ConnectionInput | undefined,
  isElsewhere: boolean,
): Partial<ProviderSettings> {
  if (!existing) return {};
  const { headers = [], hasKey = false, restored = false, ...fields } = existing;
  const keyMark = isElsewhere ? {} : { ...(hasKey ? { hasKey } : {}), ...(restored ? { restored } : {}) };
  if (form) {
    const { proxy, certificate, idleTimeoutSeconds, connectTimeoutSeconds, ...rest } = fields;
    return { ...rest, ...keyMark };
  }
  return isElsewhere || headers.length === 0 ? { ...fields, ...keyMark } : existing;
}

function notSaved(id: string): Result<never> {
  return isBuiltIn(id) ? readOnlyError(id) : unknownProviderError(id);
}

/** False if the saved address is unreadable. */
function isSameServer(saved: string, typedAddress: string): boolean {
  return URL.parse(saved)?.origin === new URL(typedAddress).origin;
}

function plainKey(key: string): Result<string> {
  const secret = key.trim();
  if (/^[\x21-\x7e]*$/.test(secret)) return ok(secret);
  return fail(
    'SETTINGS_INVALID',
    say`A key contains only plain letters, digits and symbols, without spaces. Copy it again.`,
  );
}
