// A list of the host's while a component shows it.

import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import type { AskedList, ListView } from './askedList.ts';
import { useSession } from './context.tsx';
import type { ToolLists } from './toolLists.ts';

type ValueOf<L> = L extends AskedList<infer T> ? T : never;

/** `again`: what the list depends on; when it changes the list is asked for again. */
export function useAskedList<N extends keyof ToolLists>(
  name: N,
  again?: string | null,
): ListView<ValueOf<ToolLists[N]>> {
  const list = useSession().lists[name] as AskedList<ValueOf<ToolLists[N]>>;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` is what the host's answer depends on
  useEffect(() => list.want(), [list, again]);
  return useStore(list.store);
}
