// The state of the conversation's repository in the window: reloaded after each act, when the window gets the focus, and
// when a run ends.

import { useCallback, useEffect, useState } from 'react';
import type { AppError, Result } from '../../../shared/core/errors.ts';
import type { GitStatus } from '../../../shared/features/git/git.ts';
import { type AsyncValue, useAsyncValue } from '../../core/parts/LoadState.tsx';
import { useActions, useApp, useChatProject } from '../../core/state/context.tsx';

interface GitScope {
  projectId: string | null;
  conversationId: string | null;
}

export interface GitActs {
  place: GitScope;
  /** Nothing may be started: an act is running, or the folder is not trusted. */
  blocked: boolean;
  /** Resolves to the value, or to null after showing the error; reloads the state in any case. */
  run<T>(answer: Promise<Result<T>>): Promise<T | null>;
  error: AppError | null;
}

export function useGit(conversationId: string | null): AsyncValue<GitStatus> & { acts: GitActs } {
  const { call } = useActions();
  const projectId = useChatProject()?.id ?? null;
  const ask = useCallback(
    (signal: AbortSignal) => call('git.status', { projectId, conversationId }, signal),
    [call, projectId, conversationId],
  );
  const status = useAsyncValue(ask);
  const { load } = status;
  const isIdle = useApp(({ conversations }) => {
    const row = conversations.find(({ id }) => id === conversationId);
    return row === undefined || row.activity === 'idle';
  });
  useEffect(() => {
    if (isIdle) load();
  }, [isIdle, load]);
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible') load();
    };
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [load]);

  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const trusted = status.value?.kind === 'ready' && status.value.state.trusted;
  async function run<T>(answer: Promise<Result<T>>): Promise<T | null> {
    setBusy(true);
    setError(null);
    const result = await answer;
    setBusy(false);
    load();
    if (result.ok) return result.value;
    if (result.error.code !== 'CANCELLED') setError(result.error);
    return null;
  }
  return { ...status, acts: { place: { projectId, conversationId }, blocked: busy || !trusted, run, error } };
}
