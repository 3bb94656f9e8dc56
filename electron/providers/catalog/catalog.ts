// Lazily loaded catalog of published model facts (vendored/README.md): context window, maximum output, images,
// efforts and prices. Prices apply to the server at an address; all other facts to the model's name.

import type { ModelPrice } from '../../../shared/features/models/cost.ts';
import { knownProviders } from '../../../shared/features/models/knownProviders.ts';
import { efforts as allEfforts, type Effort } from '../../../shared/features/models/modelOptions.ts';
import correctionsText from './vendored/corrections.json?raw';
import modelsText from './vendored/models.json?raw';

interface CatalogModel {
  id: string;
  name: string;
  /** In tokens; null: unknown. */
  contextWindow: number | null;
  maxOutputTokens: number | null;
  images: boolean;
  /** In ascending order; empty: the model does not think. */
  efforts: readonly Effort[];
  /** Null: unknown. */
  price: ModelPrice | null;
  /** Date of the catalog or of the correction that overrides it: `2026-11-10`. */
  date: string;
}

export interface Catalog {
  /** Looks a model up at the provider behind an address; returns null for unknown models and addresses. */
  at(baseUrl: string, model: string): CatalogModel | null;
  /** Looks a model up by name alone, without a price: that depends on the server. */
  byName(model: string): CatalogModel | null;
}

type Numbers = [
  input: number,
  output: number,
  cacheRead?: number | null | undefined,
  cacheWrite?: number | null | undefined,
];
type Tier = [above: number, ...Numbers];
type PriceRow = [...Numbers, ...Tier[]];
type Row = [name: string, window: number, maxOutput: number, images: 0 | 1, effort: number, price: PriceRow | null];

interface Vendored {
  date: string;
  efforts: string[];
  models: Record<string, Record<string, Row>>;
}

interface Correction {
  provider: string;
  model: string;
  price: Partial<ModelPrice>;
  date: string;
}

/** Lookup order for models known only by name. */
const makers = [
  'anthropic',
  'openai',
  'gemini',
  'mistral',
  'deepseek',
  'xai',
  'openrouter',
  'groq',
  'together',
  'bedrock',
];

/** Hosts with a subdomain per customer or region. Azure sells OpenAI's models at OpenAI's prices. */
const families: readonly (readonly [host: RegExp, provider: string])[] = [
  [/\.api\.openai\.com$/, 'openai'],
  [/\.(openai|services\.ai|cognitiveservices)\.azure\.com$/, 'openai'],
  [/^bedrock-(runtime|mantle)\.[\w-]+\.(amazonaws\.com|api\.aws)$/, 'bedrock'],
  [/^api\.together\.(xyz|ai)$/, 'together'],
  [/^([\w-]+\.)?api\.x\.ai$/, 'xai'],
];

export function createCatalog(): Catalog {
  let read: { vendored: Vendored; corrections: Correction[] } | null = null;
  let names: Map<string, [provider: string, id: string]> | null = null;

  const data = () => {
    read ??= { vendored: JSON.parse(modelsText), corrections: JSON.parse(correctionsText).corrections };
    return read;
  };

  function entry(provider: string, id: string): CatalogModel | null {
    const { vendored, corrections } = data();
    const models = vendored.models[provider] ?? {};
    const row = Object.hasOwn(models, id) ? models[id] : undefined;
    if (!row) return null;
    const [name, window, maxOutput, images, effort, price] = row;
    const mended = corrections.find((each) => each.provider === provider && each.model === id);
    return {
      id,
      name,
      contextWindow: window || null,
      maxOutputTokens: maxOutput || null,
      images: images === 1,
      efforts: allEfforts.filter((effortName) => vendored.efforts[effort]?.split(' ').includes(effortName)),
      price: price && { ...priceOf(price), ...mended?.price },
      date: mended?.date ?? vendored.date,
    };
  }

  function byName(): Map<string, [string, string]> {
    if (names) return names;
    names = new Map();
    for (const provider of makers) {
      for (const id of Object.keys(data().vendored.models[provider] ?? {})) {
        const name = plainName(id);
        if (!names.has(name)) names.set(name, [provider, id]);
      }
    }
    return names;
  }

  return {
    at(baseUrl, model) {
      const provider = providerAt(baseUrl);
      if (provider === null) return null;
      for (const id of spellings(model)) {
        const match = entry(provider, id);
        if (match) return match;
      }
      return null;
    },
    byName(model) {
      const match = byName().get(plainName(model)) ?? byName().get(undated(plainName(model)));
      const catalogued = match ? entry(...match) : null;
      return catalogued && { ...catalogued, price: null };
    },
  };
}

function providerAt(baseUrl: string): string | null {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : '';
  const knownProvider = knownProviders.find(
    ({ baseUrl: url, local }) => !local && url !== '' && new URL(url).host === host,
  );
  return knownProvider?.id ?? families.find(([pattern]) => pattern.test(host))?.[1] ?? null;
}

/** Alternative spellings of a model name, most exact first. */
function spellings(model: string): string[] {
  const bareName = model.replace(/^models\//, '');
  const withoutRegion = bareName.replace(/^(?:us|eu|au|jp|ca|apac|global|us-gov)\./, '');
  const names = [bareName, withoutRegion, undated(bareName), undated(withoutRegion)];
  // Fine-tuned models cost more than their base model.
  if (bareName.startsWith('ft:')) return [];
  const withoutVendor = withoutRegion.replace(/^.*\//, '');
  return [...new Set([...names, withoutVendor, undated(withoutVendor)])];
}

/** Strips the date: `claude-sonnet-4-5-20250929`, `gpt-4o-2024-08-06`, `mistral-large-latest`. */
function undated(name: string): string {
  return name.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)(?=$|:)/, '');
}

/** Normalizes `openai/gpt-4o`, `us.anthropic.claude-opus-4-6-v1:0` and `claude-opus-4.6` to a plain name. */
function plainName(model: string): string {
  return model
    .toLowerCase()
    .trim()
    .replace(/^.*\//, '')
    .replace(
      /^(?:(?:us|eu|au|jp|ca|apac|global)\.)?(?:anthropic|meta|mistral|amazon|deepseek|qwen|openai|moonshot|zai|minimax)\./,
      '',
    )
    .replace(/^(claude-[a-z]+-\d+)\.(\d)/, '$1-$2')
    .replace(/(?:-v\d+)?(?::[\w.-]*)?$/, '');
}

function priceOf([input, output, ...more]: PriceRow): ModelPrice {
  const [read, write] = more.filter((value) => !Array.isArray(value)) as (number | null)[];
  const tiers = more.filter((value) => Array.isArray(value)) as Tier[];
  return {
    ...numbers([input, output, read, write]),
    ...(tiers.length > 0
      ? { tiers: tiers.map(([threshold, ...prices]) => ({ above: threshold, ...numbers(prices) })) }
      : {}),
  };
}

function numbers([input, output, cacheRead, cacheWrite]: Numbers): Omit<ModelPrice, 'tiers'> {
  return {
    input,
    output,
    ...(cacheRead == null ? {} : { cacheRead }),
    ...(cacheWrite == null ? {} : { cacheWrite }),
  };
}
