// The state of a request that a control starts, and a row that tests a connection with one. An error stays until the next
// request; a canceled one is not shown.

import { useState } from 'react';
import type { AppError, Result } from '../../shared/core/errors.ts';
import { Button } from './Button.tsx';
import { ErrorLine } from './ListPage.tsx';

export interface RequestState<T> {
  busy: boolean;
  /** The failure's sentence. */
  error: string | null;
  failure: AppError | null;
  /** The last request's; undefined: none, or it failed. */
  value: T | undefined;
  /** Resolves to true on success, after `taken` received the value. */
  run<V extends T>(answer: Promise<Result<V>>, taken?: (value: V) => void): Promise<boolean>;
}

export function useRequest<T = unknown>(): RequestState<T> {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);
  const [value, setValue] = useState<T>();
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
      setValue(answered.ok ? answered.value : undefined);
      if (!answered.ok && answered.error.code !== 'CANCELLED') setFailure(answered.error);
      if (answered.ok) taken?.(answered.value);
      return answered.ok;
    },
  };
}

interface TestRowProps {
  request: Pick<RequestState<unknown>, 'busy' | 'error'>;
  labels: { test: string; testing: string; testHint: string };
  /** Absent: not tested, or failed. */
  result: string | undefined;
  onTest: () => void;
}

/** A button that tests a connection, with the result next to it. */
export function TestRow({ request: { busy, error }, labels, result, onTest }: TestRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-ui">
      <Button disabled={busy} onClick={onTest}>
        {busy ? labels.testing : labels.test}
      </Button>
      {!busy && !error && result === undefined && <span className="text-ink-3 text-small">{labels.testHint}</span>}
      {!busy && result !== undefined && (
        <span className="text-ink-2" role="status">
          {result}
        </span>
      )}
      <ErrorLine error={error} className="min-w-0 flex-1 basis-64" />
    </div>
  );
}
