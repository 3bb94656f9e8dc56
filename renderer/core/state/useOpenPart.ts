// Open state of a part of a row; kept in the window's state, since rows unmount when out of view.

import { useCallback } from 'react';
import { useSession, useView } from './context.tsx';

export function useOpenPart(id: string): [open: boolean, setOpen: (open: boolean) => void] {
  const { view } = useSession();
  const open = useView((now) => now.openParts[id] ?? false);
  const setOpen = useCallback(
    (next: boolean) => view.setState(({ openParts }) => ({ openParts: { ...openParts, [id]: next } })),
    [view, id],
  );
  return [open, setOpen];
}
