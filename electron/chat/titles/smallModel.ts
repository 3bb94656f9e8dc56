// A small model of the same family at the same provider: what a title takes is little, and so may be who writes it. Known by the
// prices that the provider's list or the catalogue have. Pure.

import type { ModelInfo } from '../../../shared/features/models/modelInfo.ts';

/** They cost less and do something else. */
const otherwise =
  /embed|moderat|rerank|guard|tts|audio|speech|whisper|transcri|realtime|live|image|vision|video|search|research|code|codex|instruct|base|preview|exp\b|thinking|robot|computer|:free|ft:/i;
/** Of the price of the conversation's own: less would save nothing worth another model. */
const maxShare = 0.5;

/** Null: there is none, or nothing is known of prices, as of models that run on this machine. */
export function smallModelOf(model: string, models: readonly ModelInfo[]): string | null {
  const own = priceOf(models.find(({ id }) => id === model));
  if (own === null || own === 0) return null;
  const family = familyOf(model);
  const smaller = models.filter((each) => {
    const price = priceOf(each);
    return (
      price !== null &&
      price > 0 &&
      price <= own * maxShare &&
      each.runsModels !== true &&
      familyOf(each.id) === family &&
      !otherwise.test(each.id)
    );
  });
  // Of two at one price the newer, whose name sorts behind.
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
