// Preview of an undo, from the host's current state.

import { useCallback } from 'react';
import type { ChangeDirection, ChangePreview, ChangeTarget } from '../../../shared/features/undo/methods.ts';
import { type AsyncValue, useAsyncValue } from '../../core/parts/LoadState.tsx';
import { useActions, useConversationView } from '../../core/state/context.tsx';

export function useChangePreview(target: ChangeTarget, direction: ChangeDirection): AsyncValue<ChangePreview> {
  const { call } = useActions();
  const conversationId = useConversationView((view) => view.id) ?? '';
  const key = JSON.stringify(target);
  const ask = useCallback(
    (signal: AbortSignal) =>
      call('changes.preview', { conversationId, target: JSON.parse(key) as ChangeTarget, direction }, signal),
    [call, conversationId, key, direction],
  );
  return useAsyncValue(ask);
}
