// How large a model's context is, from the best source: the person's settings, a rejection that named it, the server's model
// list, the catalogue, the table by name, or a stated default; and never less than what it has been seen to read.

import type { ContextWindow } from '../../../shared/features/context/methods.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { Settings } from '../../../shared/features/settings/settings.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ContextWindowCache, ContextWindowRecord } from '../../ports/contextWindowCache.ts';
import { entryFor } from '../modelPattern.ts';
import type { ModelLists } from './modelLists.ts';
import { windowOfFamily } from './modelWindows.ts';
import { defaultContext } from './ollamaFacts.ts';

export interface ContextWindows {
  of(model: ModelRef): Promise<ContextWindow>;
  /** `reply`: so much was read for a reply. It disproves a refusal that named less. */
  learn(model: ModelRef, tokens: number, from?: ContextWindowRecord['from']): Promise<void>;
}

export interface ContextWindowsOptions {
  settings(): Promise<Settings>;
  lists: ModelLists;
  /** What the catalogue says of the model at its provider; null: nothing. Default: nothing of any. */
  catalogued?(model: ModelRef): Promise<number | null>;
  /**
   * Whether its server makes as much room as a request asks for. Then the number is a choice and no discovery: what the list
   * says (ollamaFacts.ts), and without a list never more than `defaultContext`, whatever the model could have.
   */
  setsWindow?(providerId: string): Promise<boolean>;
  clock: Clock;
  /** Where what was learnt is kept; without it that lasts while the process does. */
  learnt?: ContextWindowCache | undefined;
  /** Milliseconds that a model of no known family waits for its server; default 1,500. */
  patienceMs?: number;
}

/** For a model of which nothing is known: what small local models are usually run with at most. @internal */
export const defaultWindow = 32_768;
/** What a refusal names below this is no context. */
const minWindow = 512;
/** A model that the table knows waits no longer than this: its server may have been given less room than the family has. */
const familiarMs = 300;

export function createContextWindows(options: ContextWindowsOptions): ContextWindows {
  const { clock, lists, patienceMs = 1_500 } = options;
  const learnt = new Map<string, ContextWindowRecord>();
  let kept: Promise<void> | null = null;
  const keyOf = ({ provider, model }: ModelRef): string => `${provider}/${model}`;

  /** What was learnt now stands above what was kept before. */
  async function readKept(): Promise<void> {
    const before = (await options.learnt?.read()) ?? {};
    for (const [key, window] of Object.entries(before)) if (!learnt.has(key)) learnt.set(key, window);
  }

  async function said(model: ModelRef): Promise<ContextWindow> {
    const sets = (await options.setsWindow?.(model.provider)) ?? false;
    const family = sets ? null : windowOfFamily(model.model);
    const catalogued = sets ? null : ((await options.catalogued?.(model)) ?? null);
    const familiar = family !== null || catalogued !== null;
    const listed = (await lists.soon(model, familiar ? familiarMs : patienceMs))?.contextWindow;
    if (listed !== undefined) return { tokens: listed, source: 'server' };
    if (sets)
      return { tokens: Math.min(windowOfFamily(model.model) ?? defaultContext, defaultContext), source: 'default' };
    if (catalogued !== null) return { tokens: catalogued, source: 'catalogue' };
    return family === null ? { tokens: defaultWindow, source: 'default' } : { tokens: family, source: 'family' };
  }

  async function of(model: ModelRef): Promise<ContextWindow> {
    const told = entryFor((await options.settings()).contextWindows, model);
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
      if (!Number.isSafeInteger(tokens) || tokens < minWindow) return;
      if (from === 'reply') {
        const window = await of(model);
        if (window.source === 'settings' || tokens <= window.tokens) return;
      }
      const window = { tokens, from, at: clock.now().toISOString() };
      learnt.set(keyOf(model), window);
      await options.learnt?.keep(keyOf(model), window);
    },
  };
}
