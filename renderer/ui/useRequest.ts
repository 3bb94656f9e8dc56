// The state of a request that a control starts. An error stays until the next request; a cancelled one is not shown.

import { useState } from 'react';
import type { AppError, Result } from '../../shared/core/errors.ts';

export interface RequestState<T> {
  busy: boolean;
  /** The failure's sentence. */
  error: string | null;
  failure: AppError | null;
  /** Of the last request, if it succeeded. */
  value: T | null;
  /** Resolves to true on success, after `taken` received the value. */
  run<V extends T>(answer: Promise<Result<V>>, taken?: (value: V) => void): Promise<boolean>;
}

export function useRequest<T = unknown>(): RequestState<T> {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);
  const [value, setValue] = useState<T | null>(null);
  return {
    busy,
    error: failure?.message ?? null,
    failure,
    value,
    async run(answer, taken) {
      setBusy(true);
      setFailure(null);
      const answered = await answer;
      setBusy(false);
      setValue(answered.ok ? answered.value : null);
      if (!answered.ok && answered.error.code !== 'CANCELLED') setFailure(answered.error);
      if (answered.ok) taken?.(answered.value);
      return answered.ok;
    },
  };
}
