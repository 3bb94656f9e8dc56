// Shows two projects as one, or apart again. The host then publishes its list of projects.

import { useState } from 'react';
import { useActions } from '../../core/state/context.tsx';

export function useRelation(projectId: string) {
  const { call, report } = useActions();
  const [isBusy, setBusy] = useState(false);
  return {
    isBusy,
    async set(otherId: string, what: 'join' | 'separate'): Promise<boolean> {
      setBusy(true);
      const answer = await call(`project.${what}`, { projectId, otherId });
      setBusy(false);
      if (!answer.ok) report(answer.error);
      return answer.ok;
    },
  };
}
