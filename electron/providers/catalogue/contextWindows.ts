// How large a model's context is, from the best source: the person's settings, a rejection that named it, the server's model
// list, the table by name, or a stated default; and never less than what it has been seen to read.

import type { ContextWindow } from '../../../shared/contract/context.ts';
import type { ModelRef } from '../../../shared/conversation/event.ts';
import type { Result } from '../../../shared/errors.ts';
import type { ModelInfo } from '../../../shared/modelInfo.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ContextWindowCache, ContextWindowRecord } from '../../ports/contextWindowCache.ts';
import { windowOfFamily } from './modelWindows.ts';
import { usualRoom } from './ollamaFacts.ts';

export interface ContextWindows {
  of(model: ModelRef): Promise<ContextWindow>;
  /** `reply`: so much was read for a reply. It disproves a refusal that named less. */
  learn(model: ModelRef, tokens: number, from?: ContextWindowRecord['from']): Promise<void>;
  close(): void;
}

export interface ContextWindowsOptions {
  settings(): Promise<Settings>;
  /** The provider's list of models; a failure when it has none. */
  listModels(providerId: string, signal: AbortSignal): Promise<Result<ModelInfo[]>>;
  /**
   * Whether its server makes as much room as a request asks for. Then the number is a choice and no discovery: what the list
   * says (ollamaFacts.ts), and without a list never more than `usualRoom`, whatever the model could have.
   */
  setsWindow?(providerId: string): Promise<boolean>;
  clock: Clock;
  /** Where what was learnt is kept; without it that lasts while the process does. */
  learnt?: ContextWindowCache | undefined;
  /** Milliseconds that a model of no known family waits for its server; default 1,500. */
  patienceMs?: number;
}

/** For a model of which nothing is known: what small local models are usually run with at most. */
export const defaultWindow = 32_768;
/** What a refusal names below this is no context. */
const leastWindow = 512;
/** A model that the table knows waits no longer than this: its server may have been given less room than the family has. */
const familiarMs = 300;
/** A list that could not be had is asked for again after this. */
const againMs = 60_000;

interface List {
  models: Promise<ModelInfo[] | null>;
  /** Undefined while it is on its way. */
  found?: ModelInfo[] | null;
  /** Models have waited for it: nobody waits again. */
  waitedFor: boolean;
  askedAt: number;
}

export function createContextWindows(options: ContextWindowsOptions): ContextWindows {
  const { clock, patienceMs = 1_500 } = options;
  const learnt = new Map<string, ContextWindowRecord>();
  let kept: Promise<void> | null = null;
  const lists = new Map<string, List>();
  const closing = new AbortController();
  const keyOf = ({ provider, model }: ModelRef): string => `${provider}/${model}`;

  function listOf(providerId: string): List {
    const known = lists.get(providerId);
    if (known && (known.found !== null || clock.elapsed() - known.askedAt < againMs)) return known;
    const models = options
      .listModels(providerId, closing.signal)
      .then((answer) => (answer.ok ? answer.value : null))
      .catch(() => null);
    const list: List = { models, waitedFor: false, askedAt: clock.elapsed() };
    lists.set(providerId, list);
    void models.then((found) => {
      list.found = found;
    });
    return list;
  }

  /** What was learnt now stands above what was kept before. */
  async function readKept(): Promise<void> {
    const before = (await options.learnt?.read()) ?? {};
    for (const [key, window] of Object.entries(before)) if (!learnt.has(key)) learnt.set(key, window);
  }

  async function said(model: ModelRef): Promise<ContextWindow> {
    const sets = (await options.setsWindow?.(model.provider)) ?? false;
    const family = sets ? null : windowOfFamily(model.model);
    const list = listOf(model.provider);
    if (list.found === undefined && !list.waitedFor) {
      await soon(list.models, family === null ? patienceMs : familiarMs, clock, closing.signal);
      list.waitedFor = true;
    }
    const listed = list.found?.find(({ id }) => isSameModel(id, model.model))?.contextWindow;
    if (listed !== undefined) return { tokens: listed, source: 'server' };
    if (sets) return { tokens: Math.min(windowOfFamily(model.model) ?? usualRoom, usualRoom), source: 'default' };
    return family === null ? { tokens: defaultWindow, source: 'default' } : { tokens: family, source: 'family' };
  }

  async function of(model: ModelRef): Promise<ContextWindow> {
    const told = overrideOf((await options.settings()).contextWindows, model);
    if (told !== null) return { tokens: told, source: 'settings' };
    kept ??= readKept();
    await kept;
    const known = learnt.get(keyOf(model));
    if (known?.from === 'refusal') return { tokens: known.tokens, source: 'learnt' };
    const window = await said(model);
    return known && known.tokens > window.tokens ? { tokens: known.tokens, source: 'learnt' } : window;
  }

  return {
    of,
    async learn(model, tokens, from = 'refusal') {
      if (!Number.isSafeInteger(tokens) || tokens < leastWindow) return;
      if (from === 'reply') {
        const window = await of(model);
        if (window.source === 'settings' || tokens <= window.tokens) return;
      }
      const window = { tokens, from, at: clock.now().toISOString() };
      learnt.set(keyOf(model), window);
      await options.learnt?.keep(keyOf(model), window);
    },
    close: () => closing.abort(),
  };
}

/** Google's list has `models/` before a name, Ollama's `:latest` behind one that was said without a tag. */
function isSameModel(listed: string, asked: string): boolean {
  const plain = (name: string): string => name.replace(/^models\//, '').replace(/:latest$/, '');
  return plain(listed) === plain(asked);
}

/** `provider/model` first, then the model's name, then the first pattern with `*` that fits either. */
function overrideOf(windows: Settings['contextWindows'], { provider, model }: ModelRef): number | null {
  const whole = `${provider}/${model}`;
  for (const name of [whole, model]) if (Object.hasOwn(windows, name)) return windows[name] ?? null;
  const fitting = Object.entries(windows).find(
    ([pattern]) => pattern.includes('*') && (fits(pattern, whole) || fits(pattern, model)),
  );
  return fitting ? fitting[1] : null;
}

/** A star stands for any text; walked part by part, so that no pattern takes long. */
function fits(pattern: string, name: string): boolean {
  const [first = '', ...parts] = pattern.toLowerCase().split('*');
  const text = name.toLowerCase();
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of parts.entries()) {
    if (index === parts.length - 1) return text.length - part.length >= at && text.endsWith(part);
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at === text.length;
}

async function soon(promise: Promise<unknown>, ms: number, clock: Clock, closed: AbortSignal): Promise<void> {
  const ready = new AbortController();
  const stop = (): void => ready.abort();
  closed.addEventListener('abort', stop, { once: true });
  await Promise.race([promise, clock.wait(ms, ready.signal)]);
  stop();
  closed.removeEventListener('abort', stop);
}
