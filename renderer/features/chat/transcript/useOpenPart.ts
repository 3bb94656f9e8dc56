// Whether a part of a row is open: kept by the window, so that a row that goes out of view and comes back is as it was.

import { useCallback } from 'react';
import { useSession, useView } from '../../../core/state/context.tsx';

export function useOpenPart(id: string): [open: boolean, setOpen: (open: boolean) => void] {
  const { view } = useSession();
  const open = useView((now) => now.openParts[id] ?? false);
  const setOpen = useCallback(
    (next: boolean) => view.setState(({ openParts }) => ({ openParts: { ...openParts, [id]: next } })),
    [view, id],
  );
  return [open, setOpen];
}
