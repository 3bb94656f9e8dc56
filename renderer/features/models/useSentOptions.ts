// The options that the model supports and how the chosen ones are sent, according to the host; requested once per
// choice.

import { useEffect, useState } from 'react';
import type { Result } from '../../../shared/core/errors.ts';
import { modelKey } from '../../../shared/features/models/modelInfo.ts';
import type { ModelOptions, ModelRef, ModelTakes } from '../../../shared/features/models/modelOptions.ts';
import { useActions } from '../../core/state/context.tsx';

/** Null until the first answer; then the previous answer until the next arrives. `active` false: requests nothing. */
export function useSentOptions(
  model: ModelRef | null,
  options: ModelOptions,
  active = true,
): Result<ModelTakes> | null {
  const { call } = useActions();
  const [loaded, setLoaded] = useState<{ of: string; answer: Result<ModelTakes> } | null>(null);
  const of = model && active ? modelKey(model) : '';
  const requestKey = model && active ? JSON.stringify({ ...model, options }) : '';
  useEffect(() => {
    if (requestKey === '') return;
    const controller = new AbortController();
    void call('provider.abilities', JSON.parse(requestKey), controller.signal).then((answer) => {
      if (!controller.signal.aborted) setLoaded({ of, answer });
    });
    return () => controller.abort();
  }, [requestKey, of, call]);
  return loaded?.of === of ? loaded.answer : null;
}
