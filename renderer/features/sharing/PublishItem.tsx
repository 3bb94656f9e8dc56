// The menu entry that publishes a conversation, for members of a team.

import { Share2 } from 'lucide-react';
import { useStore } from 'zustand/react';
import { useSession } from '../../core/state/context.tsx';
import { MenuItem } from '../../ui/Menu.tsx';
import { sharingWords } from './words.ts';

export function PublishItem({ conversationId, from }: { conversationId: string; from?: string }) {
  const { lists, view } = useSession();
  const hasTeam = useStore(lists.inPlace.store, ({ value }) => value?.hasTeam ?? false);
  if (!hasTeam) return null;
  return (
    <MenuItem
      needs="sharing.publish"
      icon={Share2}
      label={from === undefined ? sharingWords.publish.entry : sharingWords.publish.fromHere}
      onSelect={() =>
        view.setState({ dialog: { type: 'publish', conversationId, ...(from === undefined ? {} : { from }) } })
      }
    />
  );
}
