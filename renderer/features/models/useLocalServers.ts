// Servers of models that run on this machine and that the settings do not have yet.

import { useEffect, useState } from 'react';
import type { LocalServer } from '../../../shared/features/models/modelInfo.ts';
import { useActions } from '../../core/state/context.tsx';

const none: readonly LocalServer[] = [];

/** Until they are found: `known`; where none is found nothing is said of it. */
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
