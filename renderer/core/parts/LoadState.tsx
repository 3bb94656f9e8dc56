// Renders the state of data requested from the host: loading, loaded, or failed with a retry button.

import { useCallback, useEffect, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { strings } from '../strings.ts';

export interface AsyncValue<T> {
  value: T | null;
  error: string | null;
  load(): void;
}

const nothing = { value: null, error: null };

type Answer<T> = { ok: true; value: T } | { ok: false; error: { message: string } };

/** The host's answer, and a function to reload it. Pass a memoized `ask`: a new one reloads. */
export function useAsyncValue<T>(ask: (signal: AbortSignal) => Promise<Answer<T>>): AsyncValue<T> {
  const [answer, setAnswer] = useState<{ value: T | null; error: string | null; ask?: unknown }>(nothing);
  const [count, setCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `count` triggers a reload
  useEffect(() => {
    const controller = new AbortController();
    void ask(controller.signal).then((result) => {
      if (controller.signal.aborted) return;
      setAnswer(
        result.ok ? { value: result.value, error: null, ask } : { value: null, error: result.error.message, ask },
      );
    });
    return () => controller.abort();
  }, [ask, count]);
  const load = useCallback(() => setCount((now) => now + 1), []);
  // An earlier request's error does not apply to this one.
  return { value: answer.value, error: answer.ask === ask ? answer.error : null, load };
}

interface LoadStateProps {
  loaded: boolean;
  error: string | null;
  onAgain: () => void;
  /** The text shown while it loads. */
  loading?: string;
}

export function LoadState({ loaded, error, onAgain, loading = strings.undo.preview.loading }: LoadStateProps) {
  if (error !== null) {
    return (
      <div className="flex items-center gap-3">
        <p role="alert" className="wrap-anywhere min-w-0 flex-1 text-fail text-ui">
          {error}
        </p>
        <Button size="small" onClick={onAgain}>
          {strings.ui.tryAgain}
        </Button>
      </div>
    );
  }
  if (loaded) return null;
  return (
    <p role="status" className="text-ink-3 text-ui">
      {loading}
    </p>
  );
}
