// The list of models of each provider, asked for once and shared by all who want a fact of it, until the provider is changed or
// a newer list was seen. A list that could not be had is asked for again after a minute.

import type { Result } from '../../../shared/core/errors.ts';
import type { ModelInfo } from '../../../shared/features/models/modelInfo.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { Clock } from '../../ports/clock.ts';

export interface ModelLists {
  /** What the provider's list has of the model, if it is there within `patienceMs`; only the first who asks waits. */
  soon(model: ModelRef, patienceMs: number): Promise<ModelInfo | undefined>;
  /** The same of a list that is here already. Asks nobody. */
  known(model: ModelRef): ModelInfo | undefined;
  /** A list that somebody else asked for. */
  take(providerId: string, models: readonly ModelInfo[]): void;
  /** It is at another address now, or has another key: its list is asked for anew. */
  forget(providerId: string): void;
  close(): void;
}

export interface ModelListsOptions {
  /** The provider's list of models; a failure when it has none. */
  listModels(providerId: string, signal: AbortSignal): Promise<Result<ModelInfo[]>>;
  clock: Clock;
}

/** A list that could not be had is asked for again after this. */
const againMs = 60_000;

interface List {
  models: Promise<readonly ModelInfo[] | null>;
  /** Undefined while it is on its way. */
  found?: readonly ModelInfo[] | null;
  /** Models have waited for it: nobody waits again. */
  waitedFor: boolean;
  askedAt: number;
}

export function createModelLists({ listModels, clock }: ModelListsOptions): ModelLists {
  const lists = new Map<string, List>();
  const closing = new AbortController();

  function listOf(providerId: string): List {
    const known = lists.get(providerId);
    if (known && (known.found !== null || clock.elapsed() - known.askedAt < againMs)) return known;
    const models = listModels(providerId, closing.signal)
      .then((answer) => (answer.ok ? answer.value : null))
      .catch(() => null);
    const list: List = { models, waitedFor: false, askedAt: clock.elapsed() };
    lists.set(providerId, list);
    void models.then((found) => {
      list.found = found;
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
    known: ({ provider, model }) => rowOf(lists.get(provider), model),
    take(providerId, models) {
      const list = { models: Promise.resolve(models), found: models, waitedFor: true, askedAt: clock.elapsed() };
      lists.set(providerId, list);
    },
    forget: (providerId) => void lists.delete(providerId),
    close: () => closing.abort(),
  };
}

/** Google's list has `models/` before a name, Ollama's `:latest` behind one that was said without a tag. */
function isSameModel(listed: string, asked: string): boolean {
  const plain = (name: string): string => name.replace(/^models\//, '').replace(/:latest$/, '');
  return plain(listed) === plain(asked);
}

async function soon(promise: Promise<unknown>, ms: number, clock: Clock, closed: AbortSignal): Promise<void> {
  const ready = new AbortController();
  const stop = (): void => ready.abort();
  closed.addEventListener('abort', stop, { once: true });
  await Promise.race([promise, clock.wait(ms, ready.signal)]);
  stop();
  closed.removeEventListener('abort', stop);
}
