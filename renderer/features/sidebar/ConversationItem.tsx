// One conversation of the list: its title, what goes on in it, and what can be done with it.

import { Archive, ArchiveRestore, Download, Ellipsis, Hand, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { memo, useState } from 'react';
import type { ConversationRow } from '../../../shared/contract/conversation.ts';
import { formatFullTime } from '../../core/format/time.ts';
import { useActions, useSession } from '../../core/state/context.tsx';
import { organise } from '../../core/state/organise.ts';
import { strings, timeLocale } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { useTitleFocus } from '../../ui/focus.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/Menu.tsx';
import { Pulse } from '../../ui/Pulse.tsx';
import { RenameField } from '../../ui/RenameField.tsx';
import { useRowMenu } from '../../ui/useRowMenu.tsx';

const words = strings.sidebar;

export const ConversationItem = memo(function ConversationItem({
  row,
  isCurrent,
}: {
  row: ConversationRow;
  isCurrent: boolean;
}) {
  const actions = useActions();
  const { view } = useSession();
  const [renaming, setRenaming] = useState(false);
  const focus = useTitleFocus(renaming);
  const title = strings.sentences.title(row.title) || words.untitled;
  const entries = () => <ConversationEntries row={row} onRename={() => setTimeout(() => setRenaming(true))} />;
  const menu = useRowMenu({ label: words.actionsFor(title), entries, home: '[data-conversation]' });
  if (renaming) {
    return (
      <div className="px-0.5 py-0.5">
        <RenameField
          label={words.renameLabel}
          value={row.title}
          onCancel={(byKey) => {
            focus.ended(byKey);
            setRenaming(false);
          }}
          onSave={(next, byKey) => {
            focus.ended(byKey);
            setRenaming(false);
            void actions.rename(row.id, next);
          }}
        />
      </div>
    );
  }
  return (
    <div
      {...menu.on}
      className={classes(
        'group/item relative flex h-8 compact:h-7 items-center rounded-m',
        isCurrent ? 'bg-hover' : 'hover:bg-hover',
      )}
    >
      <button
        ref={focus.title}
        type="button"
        data-conversation={row.id}
        aria-current={isCurrent ? 'page' : undefined}
        title={`${title}\n${formatFullTime(row.updatedAt, timeLocale)}`}
        onClick={() => actions.show(row.id)}
        onKeyDown={(event) => {
          if (event.key === 'F2') setRenaming(true);
          if (event.key === 'Delete') view.setState({ dialog: { type: 'delete', conversationId: row.id } });
        }}
        className={classes(
          'flex h-8 compact:h-7 min-w-0 flex-1 items-center gap-2 rounded-m px-2 text-left text-ui',
          isCurrent || row.unread ? 'text-ink' : 'text-ink-2 group-hover/item:text-ink',
          row.unread && 'font-strong',
        )}
      >
        <span className="min-w-0 flex-1 truncate">{title}</span>
        <Activity row={row} />
      </button>
      <Menu
        align="end"
        trigger={
          <IconButton
            icon={Ellipsis}
            label={words.actionsFor(title)}
            size="small"
            className="absolute right-1 bg-hover opacity-0 focus-visible:opacity-100 group-hover/item:opacity-100 data-[state=open]:opacity-100"
          />
        }
      >
        {entries()}
      </Menu>
      {menu.menu}
    </div>
  );
});

/** What can be done with it, at its button and at the pointer. */
function ConversationEntries({ row, onRename }: { row: ConversationRow; onRename: () => void }) {
  const session = useSession();
  return (
    <>
      <MenuItem icon={Pencil} label={words.rename} onSelect={onRename} />
      <MenuItem
        icon={row.pinned ? PinOff : Pin}
        label={row.pinned ? words.unpin : words.pin}
        onSelect={() => void organise(session, row.id, { pinned: !row.pinned })}
      />
      <MenuItem
        icon={row.archived ? ArchiveRestore : Archive}
        label={row.archived ? words.unarchive : words.toArchive}
        onSelect={() => void organise(session, row.id, { archived: !row.archived })}
      />
      <MenuItem
        icon={Download}
        label={words.export}
        onSelect={() => session.view.setState({ dialog: { type: 'export', conversationId: row.id } })}
      />
      <MenuLine />
      <MenuItem
        icon={Trash2}
        label={words.delete}
        tone="danger"
        onSelect={() => session.view.setState({ dialog: { type: 'delete', conversationId: row.id } })}
      />
    </>
  );
}

function Activity({ row }: { row: ConversationRow }) {
  if (row.activity === 'idle') return row.unread ? <Unread /> : null;
  const waiting = row.activity === 'waiting';
  return (
    <span className="flex shrink-0 items-center group-hover/item:invisible">
      {waiting ? <Hand className="size-3.5 text-wait" strokeWidth={2} aria-hidden /> : <Pulse />}
      <span className="sr-only">{waiting ? (row.asks ? words.asking : words.waiting) : words.running}</span>
    </span>
  );
}

/** A reply ended while nobody was looking. */
function Unread() {
  return (
    <span className="flex shrink-0 items-center group-hover/item:invisible" data-unread>
      <span className="size-2 rounded-full bg-accent" aria-hidden />
      <span className="sr-only">{words.unread}</span>
    </span>
  );
}
