// Whether what a folder says in its AGENTS.md counts: asked for, changed, taken back. A No is remembered by the window, so
// that it does not ask again.

import { useMemo } from 'react';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import type { Memory } from '../memory.ts';
import type { Actions } from './actions.ts';
import { useSession } from './context.tsx';

export interface Trust {
  /** True when the person said No to this folder at this path; one that was moved is another one. */
  isRefused(project: ProjectInfo): boolean;
  /** True when the host took it; otherwise a notice says why not. */
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
