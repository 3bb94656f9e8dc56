// Searches the web with the user's chosen backend. Keys come from the keychain, else the environment; they are only
// sent to the address they belong to, and responses are masked before anyone sees them.

import { errorSentence, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { mapUserText, say } from '../../../shared/core/sentence.ts';
import type { KeySource } from '../../../shared/features/models/methods.ts';
import type { Settings } from '../../../shared/features/settings/settings.ts';
import {
  backendNames,
  type KeyedBackend,
  keyedBackends,
  type WebSearchBackend,
  type WebSource,
} from '../../../shared/features/webSearch/webSearch.ts';
import { cleanSource } from '../../lib/cleanSource.ts';
import type { Environment } from '../../lib/environment.ts';
import { environmentProxies } from '../../lib/environment.ts';
import { maskDeep } from '../../lib/maskDeep.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { Keychain } from '../../ports/keychain.ts';
import type { WebSearch } from '../../ports/webSearch.ts';
import { lookupAll } from '../../tools/fetch/guardedLookup.ts';
import { disallowedServerReason, nonPublicReason } from '../../tools/fetch/publicAddress.ts';
import { type AskGuards, defaultAskLimits } from './askGuards.ts';
import { backendMessage, parseBackendAnswer } from './backendAnswer.ts';
import { addressVariable, backends, keyVariables, serviceAddresses } from './backends.ts';

export interface WebSearchOptions {
  settings: {
    read(): Promise<{ settings: Settings }>;
    update(patch: Record<string, unknown>): Promise<Result<unknown>>;
  };
  /** `remember` receives the environment's keys. */
  keychain: Keychain & { remember(secret: string): void };
  env: Environment;
  mask: SecretMask;
  /** For tests with a local server in place of a service. The app passes nothing. */
  doors?: WebSearchGuards;
}

export type WebSearchGuards = Partial<AskGuards> & { addresses?: Partial<Record<KeyedBackend, string>> };

export function createWebSearch({ settings, keychain, env, mask, doors = {} }: WebSearchOptions): WebSearch {
  const account = (backend: KeyedBackend): string => `search:${backend}`;
  const fromEnvironment = (backend: KeyedBackend): string => {
    for (const name of keyVariables[backend]) {
      const value = env[name]?.trim();
      if (value) return value;
    }
    return '';
  };
  // Including shadowed variables.
  for (const name of Object.values(keyVariables).flat()) {
    const key = env[name]?.trim();
    if (key) keychain.remember(key);
  }
  const environmentAddress = plainAddress(env[addressVariable] ?? '');

  const stored = async (): Promise<Settings['webSearch']> => (await settings.read()).settings.webSearch;

  async function chosen(): Promise<{ backend: WebSearchBackend; address: string } | null> {
    const { backend, address } = await stored();
    if (backend === 'off') return null;
    if (backend === 'searxng') return { backend, address: plainAddress(address) || environmentAddress };
    return { backend, address: doors.addresses?.[backend] ?? serviceAddresses[backend] };
  }

  async function keyFor(backend: WebSearchBackend): Promise<Result<string>> {
    if (backend === 'searxng') return ok('');
    const savedKey = await keychain.get(account(backend));
    if (!savedKey.ok) return savedKey;
    const key = savedKey.value ?? fromEnvironment(backend);
    if (key !== '') return ok(key);
    return fail(
      'LLM_AUTH_FAILED',
      say`There is no key for ${backendNames[backend]}. Enter one in Settings, under Web search.`,
    );
  }

  async function ask(query: string, count: number, signal: AbortSignal): ReturnType<WebSearch['search']> {
    const to = await chosen();
    if (to === null) {
      return fail('NOT_SUPPORTED', say`Web search is off. You can turn it on in Settings, under Web search.`);
    }
    const { backend, address } = to;
    const name = backendNames[backend];
    if (address === '') {
      return fail('NOT_SUPPORTED', say`The SearXNG address is missing. Enter it in Settings, under Web search.`);
    }
    const key = await keyFor(backend);
    if (!key.ok) return key;
    const spoken = backends[backend];
    const guards: AskGuards = {
      lookup: doors.lookup ?? lookupAll,
      whyNotAddress: backend === 'searxng' ? disallowedServerReason : (doors.whyNotAddress ?? nonPublicReason),
      limits: doors.limits ?? defaultAskLimits,
      // The user's own server is usually on their network, out of a proxy's reach.
      proxies: backend === 'searxng' ? null : environmentProxies(env),
    };
    const { askBackend } = await import('./askBackend.ts');
    const reply = await askBackend(address, name, spoken.request(query, count, key.value), guards, signal);
    if (!reply.ok) return reply;
    const answer = parseBackendAnswer(spoken, name, address, reply.value);
    if (!answer.ok) return answer;
    const results = spoken.results(answer.value);
    if (results === null) {
      const ownMessage = backendMessage(spoken, answer.value);
      const sentence = say`${name} responded in an unknown format.`;
      return fail('TOOL_EXEC_FAILED', ownMessage === '' ? sentence : say`${sentence} Details: ${ownMessage}`);
    }
    const sources: WebSource[] = [];
    for (const result of results) {
      const source = cleanSource(result);
      if (source !== null && !sources.some(({ url }) => url === source.url)) sources.push(source);
      if (sources.length === count) break;
    }
    const why = sources.length === 0 ? (spoken.whyEmpty?.(answer.value) ?? null) : null;
    if (why !== null) return fail('TOOL_EXEC_FAILED', say`${name} found no results. ${why}`);
    return ok({ backend, origin: new URL(address).origin, sources });
  }

  async function sourceOf(backend: KeyedBackend): Promise<KeySource> {
    const place = await keychain.locate(account(backend));
    return place === 'none' && fromEnvironment(backend) !== '' ? 'environment' : place;
  }

  const search: WebSearch = {
    async target() {
      const to = await chosen();
      return to === null || to.address === '' ? null : { backend: to.backend, origin: new URL(to.address).origin };
    },

    async search(query, count, signal) {
      const outcome = await ask(query, count, signal);
      if (outcome.ok) return ok(maskDeep(mask, outcome.value));
      return fail(outcome.error.code, mapUserText(errorSentence(outcome.error), mask.text));
    },

    async info() {
      const keys = await Promise.all(keyedBackends.map(async (each) => [each, await sourceOf(each)] as const));
      return { keys: Object.fromEntries(keys) as Record<KeyedBackend, KeySource>, environmentAddress };
    },

    async setKey(backend, key) {
      const secret = key.trim();
      if (!/^[\x21-\x7e]*$/.test(secret)) {
        return fail(
          'SETTINGS_INVALID',
          say`A key contains only plain letters, digits and symbols, without spaces. Copy it again.`,
        );
      }
      const done =
        secret === '' ? await keychain.remove(account(backend)) : await keychain.set(account(backend), secret);
      if (!done.ok) return done;
      const now = await stored();
      const others = now.keys.filter((one) => one !== backend);
      const keys = done.value === 'keychain' ? [...others, backend] : others;
      if (keys.length !== now.keys.length) {
        const updated = await settings.update({ webSearch: { ...now, keys } });
        if (!updated.ok) return updated;
      }
      return ok(await search.info());
    },

    // The keychain may be slow, so skip keys that are not saved.
    async learnKeys() {
      const { backend, keys } = await stored();
      const backendsWithKey = keyedBackends.filter((one) => one === backend || keys.includes(one));
      await Promise.all(backendsWithKey.map((one) => keychain.get(account(one))));
    },
  };
  return search;
}

/** The address without a trailing slash; empty for an invalid one, which the settings already reject. */
function plainAddress(text: string): string {
  const url = URL.parse(text.trim());
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return '';
  if (url.username !== '' || url.password !== '') return '';
  // People copy it from a results page.
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/search$/, '')}`;
}
