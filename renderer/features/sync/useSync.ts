// The state of sync, while something shows it.

import type { SyncInfo } from '../../../shared/features/sync/sync.ts';
import { useActions } from '../../core/state/context.tsx';
import { useHostInfo } from '../../core/state/useHostInfo.ts';

export function useSync(): { info: SyncInfo | null; error: string | null } {
  const { call } = useActions();
  return useHostInfo<SyncInfo>(
    () => call('sync.info', {}),
    (event) => (event.type === 'sync.changed' ? event.info : null),
  );
}
