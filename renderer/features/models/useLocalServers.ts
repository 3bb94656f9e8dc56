// Local model servers that are running but not in the settings.

import { useEffect, useState } from 'react';
import type { LocalServer } from '../../../shared/features/models/modelInfo.ts';
import { useActions } from '../../core/state/context.tsx';

const none: readonly LocalServer[] = [];

/** Returns `initial` until detection finishes; finding none is not reported. */
export function useLocalServers(initial = none): readonly LocalServer[] {
  const { call } = useActions();
  const [servers, setServers] = useState(initial);
  useEffect(() => {
    let cancelled = false;
    void call('provider.discover', {}).then((answer) => {
      if (answer.ok && !cancelled) setServers(answer.value.servers);
    });
    return () => {
      cancelled = true;
    };
  }, [call]);
  return servers;
}
