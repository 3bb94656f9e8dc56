// Caches each provider's model list, shared by all callers, until the provider changes or a newer list arrives. Retries
// a failed fetch after a minute.

import type { Result } from '../../../shared/core/errors.ts';
import type { ModelInfo } from '../../../shared/features/models/modelInfo.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { Clock } from '../../ports/clock.ts';

export interface ModelLists {
  /** Returns the model's entry if the list arrives within `patienceMs`; only the first caller waits. */
  soon(model: ModelRef, patienceMs: number): Promise<ModelInfo | undefined>;
  /** Returns the model's entry from a list already loaded; never fetches. */
  find(model: ModelRef): ModelInfo | undefined;
  /** Accepts a list fetched elsewhere. */
  take(providerId: string, models: readonly ModelInfo[]): void;
  /** Drops the list after the provider's address or key changed. */
  forget(providerId: string): void;
  close(): void;
}

export interface ModelListsOptions {
  /** Fetches the provider's model list; fails if it has none. */
  listModels(providerId: string, signal: AbortSignal): Promise<Result<ModelInfo[]>>;
  clock: Clock;
}

const againMs = 60_000;

interface List {
  models: Promise<readonly ModelInfo[] | null>;
  /** Undefined while the request is in flight. */
  found?: readonly ModelInfo[] | null;
  /** A caller has already waited for this list; nobody waits again. */
  waitedFor: boolean;
  askedAt: number;
}

export function createModelLists({ listModels, clock }: ModelListsOptions): ModelLists {
  const lists = new Map<string, List>();
  const closing = new AbortController();

  function listOf(providerId: string): List {
    const cached = lists.get(providerId);
    if (cached && (cached.found !== null || clock.elapsed() - cached.askedAt < againMs)) return cached;
    const models = listModels(providerId, closing.signal)
      .then((answer) => (answer.ok ? answer.value : null))
      .catch(() => null);
    const list: List = { models, waitedFor: false, askedAt: clock.elapsed() };
    lists.set(providerId, list);
    void models.then((foundModels) => {
      list.found = foundModels;
    });
    return list;
  }

  const rowOf = (list: List | undefined, model: string): ModelInfo | undefined =>
    list?.found?.find(({ id }) => isSameModel(id, model));

  return {
    async soon({ provider, model }, patienceMs) {
      const list = listOf(provider);
      if (list.found === undefined && !list.waitedFor) {
        await soon(list.models, patienceMs, clock, closing.signal);
        list.waitedFor = true;
      }
      return rowOf(list, model);
    },
    find: ({ provider, model }) => rowOf(lists.get(provider), model),
    take(providerId, models) {
      const list = { models: Promise.resolve(models), found: models, waitedFor: true, askedAt: clock.elapsed() };
      lists.set(providerId, list);
    },
    forget: (providerId) => void lists.delete(providerId),
    close: () => closing.abort(),
  };
}

/** Google's list prefixes names with `models/`; Ollama appends `:latest` to untagged names. */
function isSameModel(listedName: string, name: string): boolean {
  const bareName = (name: string): string => name.replace(/^models\//, '').replace(/:latest$/, '');
  return bareName(listedName) === bareName(name);
}

async function soon(promise: Promise<unknown>, ms: number, clock: Clock, closed: AbortSignal): Promise<void> {
  const ready = new AbortController();
  const stop = (): void => ready.abort();
  closed.addEventListener('abort', stop, { once: true });
  await Promise.race([promise, clock.wait(ms, ready.signal)]);
  stop();
  closed.removeEventListener('abort', stop);
}
