// Whether the answers could edit, and what sending costs at least; asked again when models or folder change.

import { useEffect, useState } from 'react';
import type { CompareOffer } from '../../../shared/features/compare/methods.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import { useActions } from '../../core/state/context.tsx';

interface OfferRequest {
  conversationId: string | null;
  projectId: string | null;
  text: string;
  models: ModelRef[];
}

interface Offered {
  /** The previous answer until the next arrives; null before the first. */
  offer: CompareOffer | null;
  error: string | null;
  /** The next one is on its way. */
  isStale: boolean;
}

/** `isTrusted`: asked again when it changes. */
export function useOffer(request: OfferRequest, isTrusted: boolean): Offered {
  const { call } = useActions();
  const [answer, setAnswer] = useState<Omit<Offered, 'isStale'> & { key: string | null }>({
    offer: null,
    error: null,
    key: null,
  });
  const key = JSON.stringify(request);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the host's answer depends on trust
  useEffect(() => {
    const controller = new AbortController();
    void call('compare.offer', JSON.parse(key) as OfferRequest, controller.signal).then((result) => {
      if (controller.signal.aborted) return;
      setAnswer(
        result.ok ? { offer: result.value, error: null, key } : { offer: null, error: result.error.message, key },
      );
    });
    return () => controller.abort();
  }, [key, call, isTrusted]);
  return { offer: answer.offer, error: answer.error, isStale: answer.key !== key };
}
