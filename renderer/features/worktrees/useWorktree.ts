// Loads a worktree's current state from the host.

import { useCallback } from 'react';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
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

/** Null until the folder is trusted: before, the host refuses. */
export function useWorktreeOffer(project: ProjectInfo | null): AsyncValue<WorktreeOffer | null> {
  const { call } = useActions();
  const projectId = project?.trusted ? project.id : null;
  const ask = useCallback(
    async (signal: AbortSignal) =>
      projectId === null ? { ok: true as const, value: null } : call('worktree.offer', { projectId }, signal),
    [call, projectId],
  );
  return useAsyncValue<WorktreeOffer | null>(ask);
}
