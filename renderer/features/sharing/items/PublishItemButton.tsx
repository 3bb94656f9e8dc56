// The button that publishes an item, where the user has it; only for members of a team.

import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand/react';
import type { ItemKind } from '../../../../shared/features/sharing/items.ts';
import { lazyPart } from '../../../core/parts/lazyPart.tsx';
import { useSession } from '../../../core/state/context.tsx';
import { Button } from '../../../ui/Button.tsx';
import { sharingWords } from '../words.ts';

export const PublishItemDialog = lazyPart(
  async () => (await import('./PublishItemDialog.tsx')).PublishItemDialog,
  null,
  'dialog',
);

export function useHasTeam(): boolean {
  const { lists } = useSession();
  return useStore(lists.inPlace.store, ({ value }) => value?.hasTeam ?? false);
}

export function PublishItemButton({ kind, name }: { kind: ItemKind; name: string }) {
  const [isOpen, setOpen] = useState(false);
  if (!useHasTeam()) return null;
  return (
    <>
      <Button size="small" className="justify-self-start" data-publish={kind} onClick={() => setOpen(true)}>
        <Share2 className="size-4" strokeWidth={1.75} aria-hidden />
        {sharingWords.publish.entry}
      </Button>
      {isOpen && <PublishItemDialog item={{ kind, name }} onClose={() => setOpen(false)} />}
    </>
  );
}
