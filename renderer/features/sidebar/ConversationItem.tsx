// A conversation in the list: title, status, actions. Becomes a checkbox while conversations are selected.

import { Check, Ellipsis, GitBranch } from 'lucide-react';
import { type MouseEvent, memo, useState } from 'react';
import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import { formatFullTime } from '../../core/format/time.ts';
import { lazyPart } from '../../core/parts/lazyPart.tsx';
import { useActions, useSession } from '../../core/state/context.tsx';
import { openInWindow } from '../../core/state/windowAddress.ts';
import { strings, timeLocale } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { useTitleFocus } from '../../ui/focus.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { RenameField } from '../../ui/RenameField.tsx';
import { useRowMenu } from '../../ui/useRowMenu.tsx';
import { withSides } from '../sideBySide/feature.ts';
import { TagDot } from '../tags/TagDot.tsx';
import { RowMark } from './RowMark.tsx';

const words = strings.sidebar;

/** The items of a row's menu; load them while the window is idle. */
export const ConversationEntries = lazyPart(
  async () => (await import('./ConversationEntries.tsx')).ConversationEntries,
);
/** The row's description has the names. */
const maxDots = 3;

interface ConversationItemProps {
  row: ConversationRow;
  isCurrent: boolean;
  /** The other side shows it. */
  isBeside: boolean;
  /** Distinguishes it from others with the same title. */
  note: string | undefined;
  /** When it was last used, relative. */
  time: string;
  /** Null: there is no selection, and a click opens it. */
  isChosen: boolean | null;
  /** Returns true if the click changed the selection. */
  onPick: (id: string, event: MouseEvent) => boolean;
  onChoose: (id: string) => void;
}

export const ConversationItem = memo(function ConversationItem(props: ConversationItemProps) {
  const { row, isCurrent, isBeside, note, time, isChosen, onPick, onChoose } = props;
  const actions = useActions();
  const session = useSession();
  const { view } = session;
  const [renaming, setRenaming] = useState(false);
  const focus = useTitleFocus(renaming);
  const title = strings.sentences.title(row.title) || words.untitled;
  const entries = () => (
    <ConversationEntries
      row={row}
      onRename={() => setTimeout(() => setRenaming(true))}
      onChoose={() => onChoose(row.id)}
    />
  );
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
  const isBox = isChosen !== null;
  return (
    <div
      {...menu.on}
      className={classes(
        'relative flex h-8 compact:h-7 items-center rounded-m',
        // The menu button covers the right end; a checkbox has none.
        !isBox && 'group/item',
        isCurrent || isChosen
          ? 'bg-hover'
          : isBeside
            ? 'bg-hover/50 hover:bg-hover forced-colors:outline-1 forced-colors:outline-dashed'
            : 'hover:bg-hover',
      )}
    >
      <button
        ref={focus.title}
        type="button"
        {...(isBox ? { role: 'checkbox', 'aria-checked': isChosen } : {})}
        data-conversation={row.id}
        aria-current={isCurrent ? 'page' : isBeside ? 'true' : undefined}
        title={[
          ...[title, row.tags?.join(', '), row.worktree?.branch, formatFullTime(row.updatedAt, timeLocale)],
          row.coming && words.coming,
        ]
          .filter(Boolean)
          .join('\n')}
        onClick={(event) => onPick(row.id, event) || actions.show(row.id)}
        onAuxClick={(event) => {
          if (event.button === 1) void openInWindow(session, row.id);
        }}
        // Otherwise Windows starts to scroll.
        onMouseDown={(event) => event.button === 1 && event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            withSides(session, ({ openBeside }) => openBeside(session, row.id));
          }
          if (event.key === 'F2') setRenaming(true);
          if (event.key === 'Delete') view.setState({ dialog: { type: 'delete', conversationId: row.id } });
        }}
        className={classes(
          'flex h-8 compact:h-7 min-w-0 flex-1 items-center gap-2 rounded-m px-2 text-left text-ui',
          isCurrent || isBeside || row.unread ? 'text-ink' : 'text-ink-2 group-hover/item:text-ink',
          row.unread && 'font-strong',
        )}
      >
        {isBox && <Box checked={isChosen} />}
        <span className="min-w-0 flex-1 truncate" dir="auto">
          {title}
        </span>
        {row.tags && (
          <span className="flex shrink-0 items-center gap-0.5">
            {row.tags.slice(0, maxDots).map((tag) => (
              <TagDot key={tag} tag={tag} />
            ))}
            <span className="sr-only">{words.tagged(row.tags.join(', '))}</span>
          </span>
        )}
        {note && (
          <span className="tabular max-w-[35%] shrink-0 truncate font-normal text-ink-3 text-small group-hover/item:opacity-0">
            {note}
          </span>
        )}
        {row.worktree && (
          <span className="shrink-0 group-hover/item:opacity-0">
            <GitBranch className="size-3.5 text-ink-3" strokeWidth={1.75} aria-hidden />
            <span className="sr-only">{words.worktree(row.worktree.branch)}</span>
          </span>
        )}
        {/* The tooltip, which describes the button, has the full time. */}
        <span
          className="tabular shrink-0 font-normal text-ink-3 text-small group-hover/item:opacity-0"
          aria-hidden
          data-time
        >
          {time}
        </span>
        <RowMark row={row} />
      </button>
      {!isBox && (
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
      )}
      {menu.menu}
    </div>
  );
});

function Box({ checked }: { checked: boolean }) {
  return (
    <span
      aria-hidden
      className={classes(
        'flex size-4 shrink-0 items-center justify-center rounded-s border',
        checked ? 'border-accent bg-accent text-accent-ink' : 'border-line-strong',
      )}
    >
      {checked && <Check className="size-3" strokeWidth={3} />}
    </span>
  );
}
