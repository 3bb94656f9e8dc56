// Commands, skills, prompts and agents that apply in the chat's project, updated while displayed.

import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand/react';
import type { ResultOf } from '../../../shared/contract.ts';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import { useSession } from '../../core/state/context.tsx';
import { createFetchedList, type ListView } from '../../core/state/fetchedList.ts';

export type Customizations = ResultOf<'customization.list'>;
export type CustomizationFile = ResultOf<'customization.read'>;

export function useCustomizations(project: ProjectInfo | null): ListView<Customizations> {
  const { connection } = useSession();
  const projectId = project?.id ?? null;
  const trusted = project?.trusted;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list depends on the folder's trust
  const list = useMemo(
    () =>
      createFetchedList({
        connection,
        load: () => connection.call('customization.list', { projectId }),
        isStale: ({ type }) => type === 'customizations.changed' || type === 'settings.changed',
      }),
    [connection, projectId, trusted],
  );
  useEffect(() => list.want(), [list]);
  return useStore(list.store);
}
