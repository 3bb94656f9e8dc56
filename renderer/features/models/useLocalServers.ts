// Local model servers that are running but not in the settings.

import { useEffect, useState } from 'react';
import type { LocalServer } from '../../../shared/features/models/modelInfo.ts';
import { useActions } from '../../core/state/context.tsx';

const none: readonly LocalServer[] = [];

/** Returns `known` until detection finishes; finding none is not reported. */
export function useLocalServers(known = none): readonly LocalServer[] {
  const { call } = useActions();
  const [servers, setServers] = useState(known);
  useEffect(() => {
    let gone = false;
    void call('provider.discover', {}).then((answer) => {
      if (answer.ok && !gone) setServers(answer.value.servers);
    });
    return () => {
      gone = true;
    };
  }, [call]);
  return servers;
}
