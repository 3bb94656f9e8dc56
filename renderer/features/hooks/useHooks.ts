// The hooks that there are for the project of the shown chat, kept true while they are shown.

import { useEffect, useState } from 'react';
import { useStore } from 'zustand/react';
import type { HookInfo } from '../../../shared/features/hooks/methods.ts';
import type { UserTextData } from '../../../shared/sentence.ts';
import { type AskedList, createAskedList, type ListView } from '../../core/state/askedList.ts';
import { useSession } from '../../core/state/context.tsx';

export interface HookList {
  hooks: HookInfo[];
  problems: UserTextData[];
}

export function useHooks(projectId: string | null): ListView<HookList> & Pick<AskedList<HookList>, 'reload'> {
  const { connection } = useSession();
  const make = (): AskedList<HookList> =>
    createAskedList({
      connection,
      load: () => connection.call('hooks.list', { projectId }),
      isStale: ({ type }) => type === 'hooks.changed' || type === 'projects.changed',
    });
  const [list] = useState(make);
  useEffect(() => list.want(), [list]);
  return { ...useStore(list.store), reload: list.reload };
}
