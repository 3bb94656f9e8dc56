// settings.* and provider.*: each change takes effect at once and is told to every window.

import type { Handlers } from '../../shared/contract/protocol/server.ts';
import type { ProviderInfo } from '../../shared/contract/provider.ts';
import { fail, ok, type Result } from '../../shared/errors.ts';
import { say } from '../../shared/sentence.ts';
import { everyTool } from './gravePowers.ts';
import type { HandlerDeps } from './handlerDeps.ts';

type Methods =
  | 'settings.update'
  | 'provider.save'
  | 'provider.remove'
  | 'provider.setKey'
  | 'provider.models'
  | 'provider.test'
  | 'provider.discover';

export function settingsHandlers(deps: HandlerDeps): Pick<Handlers, Methods> {
  async function tellProviders(): Promise<ProviderInfo[]> {
    const providers = await deps.providers.list();
    deps.feed.publish({ type: 'providers.changed', providers });
    const { settings } = await deps.settings.read();
    deps.feed.publish({ type: 'settings.changed', settings });
    return providers;
  }

  async function changed(id: string): Promise<Result<ProviderInfo>> {
    const found = (await tellProviders()).find((provider) => provider.id === id);
    return found ? ok(found) : fail('PROVIDER_NOT_FOUND', say`There is no provider "${id}".`);
  }

  return {
    async 'settings.update'({ patch }) {
      if (Object.hasOwn(patch, 'providers')) {
        return fail(
          'SETTINGS_INVALID',
          say`Servers of models are saved one by one, by provider.save. Nothing was changed.`,
        );
      }
      if (patch.approvalMode === 'all' && (await deps.settings.read()).settings.approvalMode !== 'all') {
        const confirmed = deps.confirm.require(everyTool(null));
        if (!confirmed.ok) return confirmed;
      }
      const updated = await deps.settings.update(patch);
      if (!updated.ok) return updated;
      await tellProviders();
      for (const conversationId of deps.hub.liveIds()) await deps.hub.publishMeta(conversationId, null);
      return updated;
    },

    async 'provider.save'(input) {
      const saved = await deps.providers.save(input);
      return saved.ok ? changed(saved.value.id) : saved;
    },

    async 'provider.remove'({ provider }) {
      const removed = await deps.providers.remove(provider);
      if (!removed.ok) return removed;
      await tellProviders();
      return ok({});
    },

    async 'provider.setKey'({ provider, key }) {
      const set = await deps.providers.setKey(provider, key);
      return set.ok ? changed(provider) : set;
    },

    async 'provider.discover'() {
      return ok({ servers: await deps.providers.discover() });
    },

    async 'provider.models'({ provider }, connection) {
      const found = await deps.providers.get(provider);
      if (!found.ok) return found;
      const models = await found.value.listModels(connection.signal);
      return models.ok ? ok({ models: models.value }) : models;
    },

    async 'provider.test'(input, connection) {
      const typed = await deps.providers.typed(input);
      if (!typed.ok) return typed;
      const models = await typed.value.listModels(connection.signal);
      return models.ok ? ok({ models: models.value }) : models;
    },
  };
}
