// Whether a folder's AGENTS.md is trusted: asks, sets and revokes. Remembers a No locally, so that it does not ask
// again.

import { useMemo } from 'react';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import type { Memory } from '../memory.ts';
import type { Actions } from './actions.ts';
import { useSession } from './context.tsx';

export interface Trust {
  /** True if the user declined for this folder at this path; a moved folder is asked about again. */
  isRefused(project: ProjectInfo): boolean;
  /** True on success; otherwise shows the reason. */
  set(project: ProjectInfo, trusted: boolean): Promise<boolean>;
}

export function useTrust(): Trust {
  const { memory, actions } = useSession();
  return useMemo(() => createTrust(memory, actions), [memory, actions]);
}

export function createTrust(memory: Memory, actions: Pick<Actions, 'call' | 'report'>): Trust {
  const name = ({ id, folder }: ProjectInfo): string => `trust.${id}.${folder}`;
  return {
    isRefused: (project) => memory.get(name(project)) !== null,
    async set(project, trusted) {
      if (project.trusted !== trusted) {
        const done = await actions.call('project.trust', { projectId: project.id, trusted });
        if (!done.ok) {
          actions.report(done.error);
          return false;
        }
      }
      memory.set(name(project), trusted ? null : 'no');
      return true;
    },
  };
}
