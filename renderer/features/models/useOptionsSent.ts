// What the model takes of the options, and what becomes of those that were chosen: the host knows, once for each choice.

import { useEffect, useState } from 'react';
import type { Result } from '../../../shared/core/errors.ts';
import { modelKey } from '../../../shared/features/models/modelInfo.ts';
import type { ModelOptions, ModelRef, ModelTakes } from '../../../shared/features/models/modelOptions.ts';
import { useActions } from '../../core/state/context.tsx';

/** Null until the host has answered; then the answer to the choice before, until the next comes. `active` false: nothing is asked. */
export function useOptionsSent(
  model: ModelRef | null,
  options: ModelOptions,
  active = true,
): Result<ModelTakes> | null {
  const { call } = useActions();
  const [found, setFound] = useState<{ of: string; answer: Result<ModelTakes> } | null>(null);
  const of = model && active ? modelKey(model) : '';
  const asked = model && active ? JSON.stringify({ ...model, options }) : '';
  useEffect(() => {
    if (asked === '') return;
    const controller = new AbortController();
    void call('provider.abilities', JSON.parse(asked), controller.signal).then((answer) => {
      if (!controller.signal.aborted) setFound({ of, answer });
    });
    return () => controller.abort();
  }, [asked, of, call]);
  return found?.of === of ? found.answer : null;
}
