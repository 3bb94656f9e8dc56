// Loads a worktree's current state from the host.

import { useCallback } from 'react';
import type { WorktreeOffer, WorktreeRemoval, WorktreeState } from '../../../shared/features/worktrees/methods.ts';
import { type AsyncValue, useAsyncValue } from '../../core/parts/LoadState.tsx';
import { useActions } from '../../core/state/context.tsx';

export function useWorktreeState(conversationId: string): AsyncValue<WorktreeState> {
  const { call } = useActions();
  const ask = useCallback(
    (signal: AbortSignal) => call('worktree.look', { conversationId }, signal),
    [call, conversationId],
  );
  return useAsyncValue(ask);
}

export function useWorktreeRemoval(conversationId: string, enabled = true): AsyncValue<WorktreeRemoval | null> {
  const { call } = useActions();
  const ask = useCallback(
    async (signal: AbortSignal) =>
      enabled ? call('worktree.removal', { conversationId }, signal) : { ok: true as const, value: null },
    [call, conversationId, enabled],
  );
  return useAsyncValue<WorktreeRemoval | null>(ask);
}

export function useWorktreeOffer(projectId: string | null): AsyncValue<WorktreeOffer> {
  const { call } = useActions();
  const ask = useCallback(
    (signal: AbortSignal) => call('worktree.offer', { projectId: projectId ?? '' }, signal),
    [call, projectId],
  );
  return useAsyncValue(ask);
}
