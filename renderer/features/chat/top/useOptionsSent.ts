// What the model takes of the options, and what becomes of those that were chosen: the host knows, once for each choice.

import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../shared/contract/contract.ts';
import type { ModelRef } from '../../../../shared/conversation/event.ts';
import { modelKey } from '../../../../shared/modelInfo.ts';
import type { ModelOptions } from '../../../../shared/modelOptions.ts';
import { useActions } from '../../../core/state/context.tsx';

export type ModelTakes = ResultOf<'provider.abilities'>;

/** Null until it is known, and where it cannot be had; until another choice is answered, of the one before. `active` false: nothing is asked. */
export function useOptionsSent(model: ModelRef | null, options: ModelOptions, active = true): ModelTakes | null {
  const { call } = useActions();
  const [found, setFound] = useState<{ of: string; takes: ModelTakes } | null>(null);
  const of = model && active ? modelKey(model) : '';
  const asked = model && active ? JSON.stringify({ ...model, options }) : '';
  useEffect(() => {
    if (asked === '') return;
    const controller = new AbortController();
    void call('provider.abilities', JSON.parse(asked), controller.signal).then((answer) => {
      if (answer.ok && !controller.signal.aborted) setFound({ of, takes: answer.value });
    });
    return () => controller.abort();
  }, [asked, of, call]);
  return found?.of === of ? found.takes : null;
}
