// Actions for a conversation in the list: its menu button and its context menu.

import {
  AppWindow,
  Archive,
  ArchiveRestore,
  ArrowDown,
  ArrowUp,
  Columns2,
  Download,
  ListChecks,
  Pencil,
  Pin,
  PinOff,
  Tag,
  Trash2,
  Undo2,
} from 'lucide-react';
import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import { useKeys } from '../../core/commands/shortcuts.ts';
import { useSession } from '../../core/state/context.tsx';
import { openInWindow } from '../../core/state/windowAddress.ts';
import { strings } from '../../core/strings.ts';
import { MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import { PublishItem } from '../sharing/PublishItem.tsx';
import { openBeside } from '../sideBySide/sides.ts';
import { sideWords } from '../sideBySide/words.ts';
import { organize } from './organize.ts';
import { movePinned } from './pinned.ts';

const words = strings.sidebar;

export function ConversationEntries({
  row,
  onRename,
  onChoose,
}: {
  row: ConversationRow;
  onRename: () => void;
  onChoose: () => void;
}) {
  const session = useSession();
  const { id, pinned, archived, namedBy } = row;
  return (
    <>
      <MenuItem
        needs="native.openWindow"
        icon={AppWindow}
        label={words.inWindow}
        onSelect={() => void openInWindow(session, id)}
      />
      <MenuItem icon={Columns2} label={sideWords.open} keys="Mod+Enter" onSelect={() => openBeside(session, id)} />
      <MenuItem needs="conversation.rename" icon={Pencil} label={words.rename} onSelect={onRename} />
      {namedBy && (
        <MenuItem
          needs="conversation.useFirstWords"
          icon={Undo2}
          label={words.firstWords}
          onSelect={() => void session.actions.callByFirstWords(id)}
        />
      )}
      <MenuItem
        needs="conversation.organise"
        icon={pinned ? PinOff : Pin}
        label={pinned ? words.unpin : words.pin}
        onSelect={() => void organize(session, id, { pinned: !pinned })}
      />
      {pinned && !archived && <MoveEntries id={id} />}
      <MenuItem
        needs="tags.change"
        icon={Tag}
        label={words.tags}
        moves
        onSelect={() => {
          // The dialog's field takes the focus, and the row gets it back.
          document.querySelector<HTMLElement>(`[data-conversation="${CSS.escape(id)}"]`)?.focus();
          session.view.setState({ dialog: { type: 'tags', conversationIds: [id] } });
        }}
      />
      <MenuItem
        needs="conversation.organise"
        icon={archived ? ArchiveRestore : Archive}
        label={archived ? words.unarchive : words.toArchive}
        onSelect={() => void organize(session, id, { archived: !archived })}
      />
      <MenuItem
        icon={Download}
        label={words.export}
        onSelect={() => session.view.setState({ dialog: { type: 'export', conversationId: id } })}
      />
      <PublishItem conversationId={id} />
      <MenuItem needs="conversation.organise" icon={ListChecks} label={words.select} onSelect={onChoose} />
      <MenuSeparator />
      <MenuItem
        needs="conversation.delete"
        icon={Trash2}
        label={words.delete}
        tone="danger"
        onSelect={() => session.view.setState({ dialog: { type: 'delete', conversationId: id } })}
      />
    </>
  );
}

function MoveEntries({ id }: { id: string }) {
  const session = useSession();
  const [up, down] = [useKeys('conversation.moveUp'), useKeys('conversation.moveDown')];
  return (
    <>
      <MenuItem
        needs="settings.update"
        icon={ArrowUp}
        label={words.moveUp}
        keys={up}
        onSelect={() => movePinned(session, id, (at) => at - 1)}
      />
      <MenuItem
        needs="settings.update"
        icon={ArrowDown}
        label={words.moveDown}
        keys={down}
        onSelect={() => movePinned(session, id, (at) => at + 1)}
      />
    </>
  );
}
