// Remembers the last model options, which the next conversation with that model starts with.

import { modelKey } from '../../../shared/features/models/modelInfo.ts';
import { givenOptions, type ModelOptions } from '../../../shared/features/models/modelOptions.ts';
import type { AppParts } from '../appParts.ts';

/** Maximum models to remember; least recently chosen ones are dropped. */
const maxModels = 200;

export async function rememberOptions(
  deps: Pick<AppParts, 'feed' | 'providers' | 'settings' | 'store'>,
  conversationId: string,
  options: ModelOptions,
): Promise<void> {
  const branch = await deps.store.readBranch(conversationId, { tail: 1 });
  if (!branch.ok) return;
  const standard = branch.value.meta.model ? null : await deps.providers.defaultModel();
  const model = branch.value.meta.model ?? (standard?.ok ? standard.value : null);
  if (!model) return;
  const { modelOptions } = (await deps.settings.read()).settings;
  const { [modelKey(model)]: _before, ...others } = modelOptions;
  const remembered = Object.entries(others).slice(-(maxModels - 1));
  const next = { ...Object.fromEntries(remembered), [modelKey(model)]: givenOptions(options) };
  const updated = await deps.settings.update({ modelOptions: next });
  if (updated.ok) deps.feed.publish({ type: 'settings.changed', settings: updated.value });
}
