// Subscribes to a host list while a component shows it.

import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import { useSession } from './context.tsx';
import type { FetchedList, ListView } from './fetchedList.ts';
import type { ToolLists } from './toolLists.ts';

type ValueOf<L> = L extends FetchedList<infer T> ? T : never;

/** `again`: dependency that triggers a refetch. */
export function useFetchedList<N extends keyof ToolLists>(
  name: N,
  again?: string | null,
): ListView<ValueOf<ToolLists[N]>> {
  const list = useSession().lists[name] as FetchedList<ValueOf<ToolLists[N]>>;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` is what the host's answer depends on
  useEffect(() => list.want(), [list, again]);
  return useStore(list.store);
}
