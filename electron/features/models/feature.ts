// provider.*: model providers. Each change takes effect at once and is sent to every window.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ProviderInfo, providerMethods } from '../../../shared/features/models/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { publishProviders } from '../publishProviders.ts';

export const modelsFeature = defineFeature<typeof providerMethods>()({ handlers });

function handlers(deps: AppParts): HandlersOf<typeof providerMethods> {
  async function changed(id: string): Promise<Result<ProviderInfo>> {
    const updated = (await publishProviders(deps)).find((provider) => provider.id === id);
    return updated ? ok(updated) : fail('PROVIDER_NOT_FOUND', say`There is no provider named "${id}".`);
  }

  return {
    async 'provider.save'(input) {
      const saved = await deps.providers.save(input);
      return saved.ok ? changed(saved.value.id) : saved;
    },

    async 'provider.remove'({ provider }) {
      const removed = await deps.providers.remove(provider);
      if (!removed.ok) return removed;
      await publishProviders(deps);
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
      const models = await deps.providers.models(provider, connection.signal);
      return models.ok ? ok({ models: models.value }) : models;
    },

    'provider.abilities': ({ provider, model, options }) => deps.chat.modelTakes({ provider, model }, options),

    async 'provider.test'(input, connection) {
      const typed = await deps.providers.typed(input);
      if (!typed.ok) return typed;
      const models = await typed.value.listModels(connection.signal);
      return models.ok ? ok({ models: models.value }) : models;
    },
  };
}
