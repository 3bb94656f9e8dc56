// The models of each provider, fetched on first use.

import { useEffect, useState } from 'react';
import type { ProviderInfo } from '../../../shared/features/models/methods.ts';
import type { ModelInfo } from '../../../shared/features/models/modelInfo.ts';
import { useActions } from '../../core/state/context.tsx';

export interface ModelListing {
  models: ModelInfo[];
  error: string | null;
}

/** By provider id; absent until the provider responds. */
export function useModels(providers: readonly ProviderInfo[]): Record<string, ModelListing> {
  const { call } = useActions();
  const [lists, setLists] = useState<Record<string, ModelListing>>({});
  const ids = providers.map((provider) => provider.id).join(' ');
  useEffect(() => {
    const controller = new AbortController();
    for (const provider of ids === '' ? [] : ids.split(' ')) {
      void call('provider.models', { provider }, controller.signal).then((answer) => {
        if (controller.signal.aborted) return;
        const listing = answer.ok
          ? { models: answer.value.models, error: null }
          : { models: [], error: answer.error.message };
        setLists((current) => ({ ...current, [provider]: listing }));
      });
    }
    return () => controller.abort();
  }, [ids, call]);
  return lists;
}
