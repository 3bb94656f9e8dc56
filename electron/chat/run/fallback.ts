// The second model, which the user may choose in the settings: it continues a run when the first stays unavailable
// after its retries. Never for an error that a retry can't help with (quota, a wrong key, a request that is too long),
// nor once part of a reply has arrived.

import { errorSentence } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { modelKey } from '../../../shared/features/models/modelInfo.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { ModelFailure } from '../../ports/provider.ts';
import type { ChatDeps } from '../chatDeps.ts';
import type { RunSettings } from '../runSettings.ts';

interface Fallback {
  settings: RunSettings;
  /** For the user: which model continues, and why. */
  note: Sentence;
}

/** Null: the failure stands. */
export async function fallbackAfter(
  { providers, settings: readSettings }: Pick<ChatDeps, 'providers' | 'settings'>,
  settings: RunSettings,
  failure: ModelFailure,
): Promise<Fallback | null> {
  const { fallbackModel: model, model: first } = settings;
  const { retryable, partial } = failure;
  if (model === null || !retryable || partial.text !== '' || partial.reasoning !== '') return null;
  if (modelKey(model) === modelKey(first)) return null;
  const provider = await providers.get(model.provider);
  if (!provider.ok) return null;
  const window = provider.value.needsContextWindow ? await providers.contextWindow(model) : null;
  const nameOf = await namesOf(providers, [first, model]);
  const { contextWindow: _, ...others } = settings;
  return {
    settings: {
      ...others,
      model,
      provider: provider.value,
      ...(window ? { contextWindow: window.tokens } : {}),
      modelOptions: (await readSettings()).modelOptions[modelKey(model)] ?? {},
      // A run changes its model once.
      fallbackModel: null,
    },
    note: say.all([
      say`${nameOf(first)} stayed unavailable, so ${nameOf(model)} continues this run.`,
      errorSentence(failure),
    ]),
  };
}

/** Returns how to name one of these models: by its provider, too, if they have the same name. */
async function namesOf(
  providers: ChatDeps['providers'],
  models: readonly ModelRef[],
): Promise<(of: ModelRef) => string> {
  const isSame = new Set(models.map(({ model }) => model)).size < models.length;
  const names = new Map((await providers.list()).map(({ id, name }) => [id, name]));
  return ({ provider, model }) => (isSame ? `${model} (${names.get(provider) ?? provider})` : model);
}
