// Picks a small model of the same family and provider, since a title needs little. Judged by prices from the provider's
// list or the catalog.

import type { ModelInfo } from '../../../shared/features/models/modelInfo.ts';

/** Cheaper models with another purpose. */
const otherwise =
  /embed|moderat|rerank|guard|tts|audio|speech|whisper|transcri|realtime|live|image|vision|video|search|research|code|codex|instruct|base|preview|exp\b|thinking|robot|computer|:free|ft:/i;
/** Maximum share of the own model's price: a smaller saving is not worth a different model. */
const maxShare = 0.5;

/** Null: there is none, or prices are unknown, as for local models. */
export function smallModelOf(model: string, models: readonly ModelInfo[]): string | null {
  const ownPrice = priceOf(models.find(({ id }) => id === model));
  if (ownPrice === null || ownPrice === 0) return null;
  const family = familyOf(model);
  const smaller = models.filter((each) => {
    const price = priceOf(each);
    return (
      price !== null &&
      price > 0 &&
      price <= ownPrice * maxShare &&
      each.runsModels !== true &&
      familyOf(each.id) === family &&
      !otherwise.test(each.id)
    );
  });
  // At equal prices the newer one, whose name sorts later.
  smaller.sort((one, other) => (priceOf(one) ?? 0) - (priceOf(other) ?? 0) || (one.id < other.id ? 1 : -1));
  return smaller[0]?.id ?? null;
}

function priceOf(model: ModelInfo | undefined): number | null {
  return model?.price ? model.price.input + model.price.output : null;
}

/** `anthropic/claude-opus-4.6` → `anthropic/claude`; `gpt-5.1` → `gpt`. */
function familyOf(id: string): string {
  return id.toLowerCase().replace(/^((?:[^/]*\/)*[a-z]+).*$/, '$1');
}
