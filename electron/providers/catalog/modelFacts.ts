// Combines model facts with their source: context window, price, capabilities. Settings override the server, the server
// overrides the catalog. Only the demo and local models are known to be free.

import type { PriceQuote } from '../../../shared/features/models/cost.ts';
import type { ModelInfo } from '../../../shared/features/models/modelInfo.ts';
import type { ModelAbilities, ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { ProviderKind } from '../../../shared/features/models/providerKind.ts';
import type { Settings } from '../../../shared/features/settings/settings.ts';
import { isLoopback } from '../http/baseUrl.ts';
import { type Catalog, createCatalog } from './catalog.ts';
import { type ContextWindows, type ContextWindowsOptions, createContextWindows, entryFor } from './contextWindows.ts';
import { createModelLists, type ModelListsOptions } from './modelLists.ts';

/** Where a provider's API is. */
export interface ProviderAddress {
  baseUrl: string;
  kind: ProviderKind;
}

export interface ModelFacts {
  contextWindow: ContextWindows['of'];
  learnWindow: ContextWindows['learn'];
  /** Null: unknown. Never waits for a server; uses only lists already loaded. */
  price(model: ModelRef): Promise<PriceQuote | null>;
  /** Adds facts from the catalog and the settings to a list just fetched from its server. */
  filled(providerId: string, models: readonly ModelInfo[]): Promise<ModelInfo[]>;
  /** Adds the catalog's maximum output where the abilities have none. */
  abilities(baseUrl: string, model: string, reported: ModelAbilities): ModelAbilities;
  /** False if the catalog lists the model at this address as text-only. */
  takesImages(baseUrl: string, model: string): boolean;
  /** Drops facts reported by the server after its address or key changed. */
  forget(providerId: string): void;
  close(): void;
}

export interface ModelFactsOptions extends Pick<ContextWindowsOptions, 'learnedWindows' | 'clock' | 'setsWindow'> {
  settings(): Promise<Settings>;
  listModels: ModelListsOptions['listModels'];
  /** Null: unknown provider, or no address. `demo`: the scripted model. */
  placeOf(providerId: string): Promise<ProviderAddress | 'demo' | null>;
  catalog?: Catalog;
}

/** Default ports of local model servers: Ollama, LM Studio, Jan, GPT4All, Docker Model Runner. */
const localPorts = new Set(['11434', '1234', '1337', '4891', '12434']);

export function createModelFacts(options: ModelFactsOptions): ModelFacts {
  const { settings, clock, learnedWindows: learnt, placeOf, setsWindow, catalog = createCatalog() } = options;
  const lists = createModelLists({ listModels: options.listModels, clock });
  const windows = createContextWindows({
    settings,
    lists,
    clock,
    learnedWindows: learnt,
    ...(setsWindow ? { setsWindow } : {}),
    async catalogWindow({ provider, model }) {
      const place = await placeOf(provider);
      return place === null || place === 'demo' ? null : (catalog.at(place.baseUrl, model)?.contextWindow ?? null);
    },
  });

  function priceAt(
    place: ProviderAddress | 'demo' | null,
    { provider, model }: ModelRef,
    prices: Settings['prices'],
    listedModel: ModelInfo | undefined,
  ): PriceQuote | null {
    const override = entryFor(prices, { provider, model });
    if (override) return { ...override, by: 'settings' };
    if (place === 'demo') return free;
    if (place === null) return null;
    if (listedModel?.price) return { ...listedModel.price, by: 'server' };
    if (isLocal(place, model, listedModel)) return free;
    const catalogued = catalog.at(place.baseUrl, model);
    return catalogued?.price ? { ...catalogued.price, by: 'catalogue', date: catalogued.date } : null;
  }

  return {
    contextWindow: windows.of,
    learnWindow: windows.learn,
    async price(model) {
      const [place, { prices }] = await Promise.all([placeOf(model.provider), settings()]);
      return priceAt(place, model, prices, lists.find(model));
    },
    async filled(providerId, models) {
      lists.take(providerId, models);
      const [place, { prices }] = await Promise.all([placeOf(providerId), settings()]);
      return models.map((model) => {
        const catalogModel = place === null || place === 'demo' ? null : catalog.at(place.baseUrl, model.id);
        const price = priceAt(place, { provider: providerId, model: model.id }, prices, model);
        const hasFacts = model.contextWindow !== undefined || model.images !== undefined || model.tools !== undefined;
        const { price: _listed, ...facts } = model;
        return {
          ...(catalogModel?.contextWindow ? { contextWindow: catalogModel.contextWindow } : {}),
          // The catalog only lists models that call tools.
          ...(catalogModel ? { tools: true, images: catalogModel.images, source: 'catalogue' as const } : {}),
          ...facts,
          ...(hasFacts ? { source: 'server' as const } : {}),
          ...(price ? { price } : {}),
        };
      });
    },
    abilities(baseUrl, model, reported) {
      if (reported.maxOutputTokens !== null || isLoopback(baseUrl)) return reported;
      const catalogModel = catalog.at(baseUrl, model) ?? catalog.byName(model);
      return { ...reported, maxOutputTokens: catalogModel?.maxOutputTokens ?? null };
    },
    takesImages: (baseUrl, model) => catalog.at(baseUrl, model)?.images !== false,
    forget: lists.forget,
    close: lists.close,
  };
}

const free: PriceQuote = { input: 0, output: 0, by: 'local' };

/**
 * A gateway to paid models may also run on this machine, so only known local runtimes are free; Ollama sells cloud
 * models, too.
 */
function isLocal({ baseUrl, kind }: ProviderAddress, model: string, listedModel: ModelInfo | undefined): boolean {
  if (!isLoopback(baseUrl) || /[:-]cloud$/.test(model)) return false;
  return kind === 'ollama' || localPorts.has(new URL(baseUrl).port) || listedModel?.runsModels === true;
}
