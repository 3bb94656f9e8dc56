// Number of commands and skills in an untrusted folder; nothing else about them is used.

import { useEffect, useState } from 'react';
import type { ProjectInfo } from '../../../../../shared/features/projects/methods.ts';
import { useActions } from '../../../../core/state/context.tsx';

export function useUntrusted(project: ProjectInfo | null): number {
  const { call } = useActions();
  const projectId = project?.folderExists && !project.trusted ? project.id : null;
  const [found, setFound] = useState({ projectId, count: 0 });
  useEffect(() => {
    if (projectId === null) return;
    const controller = new AbortController();
    void call('customization.list', { projectId }, controller.signal).then((answer) => {
      if (!controller.signal.aborted && answer.ok) setFound({ projectId, count: answer.value.untrusted.count });
    });
    return () => controller.abort();
  }, [projectId, call]);
  return projectId !== null && found.projectId === projectId ? found.count : 0;
}
