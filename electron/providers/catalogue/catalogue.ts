// What a published catalogue says of models (vendored/README.md): room, longest reply, images, efforts and prices. It is read when
// something is first asked of it. A model's price is that of the server at its address; its other facts go with its name.

import type { ModelPrice } from '../../../shared/features/models/cost.ts';
import { efforts as allEfforts, type Effort } from '../../../shared/features/models/modelOptions.ts';
import { providerPresets } from '../../../shared/features/models/providerPresets.ts';
import correctionsText from './vendored/corrections.json?raw';
import modelsText from './vendored/models.json?raw';

interface CatalogueModel {
  id: string;
  name: string;
  /** Tokens; null: not told. */
  contextWindow: number | null;
  maxOutputTokens: number | null;
  images: boolean;
  /** In their order; empty: it does not think. */
  efforts: readonly Effort[];
  /** Null: not told. */
  price: ModelPrice | null;
  /** The day of the catalogue, or of what corrects it: `2026-11-10`. */
  date: string;
}

export interface Catalogue {
  /** What is known of a model at the provider that answers at this address; null: nothing, or an address of no known one. */
  at(baseUrl: string, model: string): CatalogueModel | null;
  /** The same by its name alone, at whatever server: without a price, which is the server's own. */
  named(model: string): CatalogueModel | null;
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

/** Where models come from first, for those that are asked for by name. */
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

/** Addresses that have a part of their own for each person or region. Azure sells OpenAI's models at OpenAI's prices. */
const families: readonly (readonly [host: RegExp, provider: string])[] = [
  [/\.api\.openai\.com$/, 'openai'],
  [/\.(openai|services\.ai|cognitiveservices)\.azure\.com$/, 'openai'],
  [/^bedrock-(runtime|mantle)\.[\w-]+\.(amazonaws\.com|api\.aws)$/, 'bedrock'],
  [/^api\.together\.(xyz|ai)$/, 'together'],
  [/^([\w-]+\.)?api\.x\.ai$/, 'xai'],
];

export function createCatalogue(): Catalogue {
  let read: { vendored: Vendored; corrections: Correction[] } | null = null;
  let names: Map<string, [provider: string, id: string]> | null = null;

  const data = () => {
    read ??= { vendored: JSON.parse(modelsText), corrections: JSON.parse(correctionsText).corrections };
    return read;
  };

  function entry(provider: string, id: string): CatalogueModel | null {
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
      efforts: allEfforts.filter((word) => vendored.efforts[effort]?.split(' ').includes(word)),
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
        const found = entry(provider, id);
        if (found) return found;
      }
      return null;
    },
    named(model) {
      const found = byName().get(plainName(model)) ?? byName().get(undated(plainName(model)));
      const known = found ? entry(...found) : null;
      return known && { ...known, price: null };
    },
  };
}

function providerAt(baseUrl: string): string | null {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : '';
  const preset = providerPresets.find(({ baseUrl: url, local }) => !local && url !== '' && new URL(url).host === host);
  return preset?.id ?? families.find(([pattern]) => pattern.test(host))?.[1] ?? null;
}

/** The ways in which one model is named, the most exact first. */
function spellings(model: string): string[] {
  const plain = model.replace(/^models\//, '');
  const here = plain.replace(/^(?:us|eu|au|jp|ca|apac|global|us-gov)\./, '');
  const names = [plain, here, undated(plain), undated(here)];
  // What was trained for one person costs more than what it began as.
  if (plain.startsWith('ft:')) return [];
  const own = here.replace(/^.*\//, '');
  return [...new Set([...names, own, undated(own)])];
}

/** `claude-sonnet-4-5-20250929`, `gpt-4o-2024-08-06`, `mistral-large-latest` → the model without its day. */
function undated(name: string): string {
  return name.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)(?=$|:)/, '');
}

/** `openai/gpt-4o`, `us.anthropic.claude-opus-4-6-v1:0`, `claude-opus-4.6` → one name. */
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
    ...(tiers.length > 0 ? { tiers: tiers.map(([above, ...given]) => ({ above, ...numbers(given) })) } : {}),
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
