// A conversation stays with the model that it began with, or that was last asked for.

import type { StoredBranch } from '../../ports/store.ts';
import type { ChatDeps } from '../chatDeps.ts';
import type { RunOverrides, RunSettings } from '../runSettings.ts';

export async function keepModel(
  deps: Pick<ChatDeps, 'store' | 'hub'>,
  branch: StoredBranch,
  settings: RunSettings,
  overrides: RunOverrides,
): Promise<void> {
  if (branch.meta.model && !overrides.model) return;
  const { conversationId, projectId } = branch;
  const saved = await deps.store.updateMeta(conversationId, (meta) => ({ ...meta, model: settings.model }));
  if (saved.ok) await deps.hub.publishMeta(conversationId, { projectId, meta: saved.value });
}
