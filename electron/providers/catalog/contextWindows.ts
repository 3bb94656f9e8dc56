// Resolves a model's context window from the best source: settings, a rejection that named it, the server's model list,
// the catalog, the table by name, or a default. Never returns less than a prompt that the model has already accepted.

import type { ContextWindow } from '../../../shared/features/context/methods.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { Settings } from '../../../shared/features/settings/settings.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ContextWindowCache, ContextWindowRecord } from '../../ports/tokens.ts';
import type { ModelLists } from './modelLists.ts';
import { familyContextWindow } from './modelWindows.ts';
import { defaultContext } from './ollamaFacts.ts';

export interface ContextWindows {
  of(model: ModelRef): Promise<ContextWindow>;
  /** `reply`: the prompt of a successful reply, which disproves a smaller limit from a rejection. */
  learn(model: ModelRef, tokens: number, from?: ContextWindowRecord['from']): Promise<void>;
}

export interface ContextWindowsOptions {
  settings(): Promise<Settings>;
  lists: ModelLists;
  /** Looks up the catalog; null: not listed. Default: no catalog. */
  catalogWindow?(model: ModelRef): Promise<number | null>;
  /**
   * Whether the server allocates as much context as each request asks for. The window is then our choice: taken from
   * the model list (withOllamaFacts.ts), or at most `defaultContext` without one.
   */
  setsWindow?(providerId: string): Promise<boolean>;
  clock: Clock;
  /** Persists learnt limits; without it they are lost on exit. */
  learnedWindows?: ContextWindowCache | undefined;
  /** How long a model of unknown family waits for its server; default 1,500 ms. */
  patienceMs?: number;
}

/** Default for unknown models: a common maximum for small local models. @internal */
export const defaultWindow = 32_768;
/** Smaller numbers in a rejection are not context limits. */
const minWindow = 512;
/** Known families wait only this long: the server may be configured with a smaller window than the family supports. */
const familiarMs = 300;

export function createContextWindows(options: ContextWindowsOptions): ContextWindows {
  const { clock, lists, patienceMs = 1_500 } = options;
  const learnt = new Map<string, ContextWindowRecord>();
  let loaded: Promise<void> | null = null;
  const keyOf = ({ provider, model }: ModelRef): string => `${provider}/${model}`;

  /** Values learnt in this process override saved ones. */
  async function readKept(): Promise<void> {
    const before = (await options.learnedWindows?.read()) ?? {};
    for (const [key, window] of Object.entries(before)) if (!learnt.has(key)) learnt.set(key, window);
  }

  async function resolve(model: ModelRef): Promise<ContextWindow> {
    const sets = (await options.setsWindow?.(model.provider)) ?? false;
    const family = sets ? null : familyContextWindow(model.model);
    const catalogTokens = sets ? null : ((await options.catalogWindow?.(model)) ?? null);
    const familiar = family !== null || catalogTokens !== null;
    const listedWindow = (await lists.soon(model, familiar ? familiarMs : patienceMs))?.contextWindow;
    if (listedWindow !== undefined) return { tokens: listedWindow, source: 'server' };
    if (sets)
      return {
        tokens: Math.min(familyContextWindow(model.model) ?? defaultContext, defaultContext),
        source: 'default',
      };
    if (catalogTokens !== null) return { tokens: catalogTokens, source: 'catalogue' };
    return family === null ? { tokens: defaultWindow, source: 'default' } : { tokens: family, source: 'family' };
  }

  async function of(model: ModelRef): Promise<ContextWindow> {
    const configured = entryFor((await options.settings()).contextWindows, model);
    if (configured !== null) return { tokens: configured, source: 'settings' };
    loaded ??= readKept();
    await loaded;
    const learntWindow = learnt.get(keyOf(model));
    if (learntWindow?.from === 'refusal') return { tokens: learntWindow.tokens, source: 'learnt' };
    const window = await resolve(model);
    return learntWindow && learntWindow.tokens > window.tokens
      ? { tokens: learntWindow.tokens, source: 'accepted' }
      : window;
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
      await options.learnedWindows?.keep(keyOf(model), window);
    },
  };
}

/**
 * Finds the settings entry for a model, by `provider/model` or a name with `*`. Tries `provider/model`, then the
 * model's name, then the first `*` pattern that matches either; null: no entry.
 */
export function entryFor<Value>(entries: Readonly<Record<string, Value>>, { provider, model }: ModelRef): Value | null {
  const fullName = `${provider}/${model}`;
  for (const name of [fullName, model]) if (Object.hasOwn(entries, name)) return entries[name] ?? null;
  const fitting = Object.entries(entries).find(
    ([pattern]) => pattern.includes('*') && (matchesPattern(pattern, fullName) || matchesPattern(pattern, model)),
  );
  return fitting ? fitting[1] : null;
}

/** Matches `*` as any text, piece by piece, in linear time. */
function matchesPattern(pattern: string, name: string): boolean {
  const [first = '', ...parts] = pattern.toLowerCase().split('*');
  const text = name.toLowerCase();
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of parts.entries()) {
    if (index === parts.length - 1) return text.length - part.length >= at && text.endsWith(part);
    const foundAt = text.indexOf(part, at);
    if (foundAt < 0) return false;
    at = foundAt + part.length;
  }
  return at === text.length;
}
