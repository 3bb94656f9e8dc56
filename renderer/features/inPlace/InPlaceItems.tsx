// Sidebar rows of sessions that stay in other apps' files: app, folder, session; of what teams share; and of sessions on other machines.

import { ChevronRight, CloudDownload, Download, Ellipsis, MessageSquarePlus, Settings2 } from 'lucide-react';
import { programNames } from '../../../shared/features/import/otherApps.ts';
import { formatFullTime } from '../../core/format/time.ts';
import { useActions, useSession } from '../../core/state/context.tsx';
import { continueSession } from '../../core/state/inPlace.ts';
import { strings, timeLocale } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { Pulse } from '../../ui/Pulse.tsx';
import { useRowMenu } from '../../ui/useRowMenu.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { agentWords } from '../externalAgents/words.ts';
import { sharingWords } from '../sharing/words.ts';
import { syncWords } from '../sync/words.ts';
import type { InPlaceKey, InPlaceListRow } from './inPlaceRows.ts';
import { useOpenListed } from './useOpenListed.ts';

const words = strings.sidebar.inPlace;

type Of<T extends InPlaceListRow['type']> = Extract<InPlaceListRow, { type: T }>;

export function InPlaceItem({
  row,
  isCurrent,
  onToggle,
}: {
  row: InPlaceListRow;
  isCurrent: boolean;
  onToggle: (key: InPlaceKey) => void;
}) {
  switch (row.type) {
    case 'program':
      return <ProgramHeading row={row} onToggle={() => onToggle(row.key)} />;
    case 'folder':
      return <FolderHeading row={row} onToggle={() => onToggle(row.key)} />;
    case 'session':
      return <SessionItem row={row} isCurrent={isCurrent} />;
    case 'listed':
      return <ListedItem row={row} />;
    case 'team':
      return <TeamHeading row={row} onToggle={() => onToggle(row.key)} />;
    case 'shared':
      return <SharedItem row={row} isCurrent={isCurrent} />;
    case 'machine':
      return <MachineHeading row={row} onToggle={() => onToggle(row.key)} />;
    case 'onMachine':
      return <MachineItem row={row} isCurrent={isCurrent} />;
  }
}

function ProgramHeading({ row, onToggle }: { row: Of<'program'>; onToggle: () => void }) {
  const { view } = useSession();
  const { program, name, open, count } = row;
  return (
    <Heading
      name={program ?? name}
      label={name}
      title={program === null ? agentWords.listed.hint(name) : words.hint(name)}
      open={open}
      count={count}
      settings={words.choose}
      onToggle={onToggle}
      onSettings={() => view.setState({ dialog: { type: 'settings', section: 'programs' } })}
    />
  );
}

function TeamHeading({ row: { name, open, count }, onToggle }: { row: Of<'team'>; onToggle: () => void }) {
  const { view } = useSession();
  return (
    <Heading
      name={name}
      label={name}
      title={sharingWords.sidebar.hint(visibleText(name))}
      open={open}
      count={count}
      settings={sharingWords.sidebar.settings}
      onToggle={onToggle}
      onSettings={() => view.setState({ dialog: { type: 'settings', section: 'sharing' } })}
    />
  );
}

function MachineHeading({ row: { name, open, count }, onToggle }: { row: Of<'machine'>; onToggle: () => void }) {
  const { view } = useSession();
  return (
    <Heading
      name={name}
      label={name}
      title={syncWords.sessions.hint(visibleText(name))}
      open={open}
      count={count}
      settings={syncWords.sessions.settings}
      onToggle={onToggle}
      onSettings={() => view.setState({ dialog: { type: 'settings', section: 'sync' } })}
    />
  );
}

interface HeadingProps {
  /** For tests and styles. */
  name: string;
  label: string;
  title: string;
  open: boolean;
  count: number;
  /** Label of the button that opens the settings. */
  settings: string;
  onToggle: () => void;
  onSettings: () => void;
}

function Heading({ name, label, title, open, count, settings, onToggle, onSettings }: HeadingProps) {
  return (
    <div className="group/project relative flex h-10 items-end pb-0.5">
      <h2 className="flex min-w-0 flex-1">
        <button
          type="button"
          data-program={name}
          aria-expanded={open}
          title={title}
          onClick={onToggle}
          className="flex h-7 min-w-0 flex-1 items-center gap-1 rounded-s px-2 text-left font-strong text-ink-2 text-small hover:text-ink"
        >
          <span className="truncate">{visibleText(label)}</span>
          <Chevron open={open} />
          <span className="ml-auto group-focus-within/project:invisible group-hover/project:invisible">
            <Count count={count} />
          </span>
        </button>
      </h2>
      <IconButton
        icon={Settings2}
        label={settings}
        size="small"
        className="absolute right-1 bottom-0.5 bg-sunk opacity-0 focus-visible:opacity-100 group-hover/project:opacity-100"
        onClick={onSettings}
      />
    </div>
  );
}

function FolderHeading({ row, onToggle }: { row: Of<'folder'>; onToggle: () => void }) {
  const { name, path, open, count } = row;
  return (
    <h3 className="flex">
      <button
        type="button"
        aria-expanded={open}
        title={path ?? undefined}
        onClick={onToggle}
        className="flex h-7 min-w-0 flex-1 items-center gap-1 rounded-m px-2 text-left text-ink-2 text-ui hover:bg-hover hover:text-ink"
      >
        <ChevronRight
          className={classes('size-3 shrink-0 text-ink-3 transition duration-120', open ? 'rotate-90' : '')}
          aria-hidden
        />
        <span className="min-w-0 truncate">{name || strings.sidebar.noFolder}</span>
        <Count count={count} />
      </button>
    </h3>
  );
}

function Chevron({ open }: { open: boolean }) {
  return (
    <ChevronRight
      className={classes(
        'size-3 shrink-0 text-ink-3 transition duration-120',
        open ? 'rotate-90 opacity-0 group-hover/project:opacity-100' : '',
      )}
      aria-hidden
    />
  );
}

function Count({ count }: { count: number }) {
  return <span className="tabular ml-auto font-normal text-ink-3 text-small">{strings.sidebar.count(count)}</span>;
}

function SessionItem({ row: { row }, isCurrent }: { row: Of<'session'>; isCurrent: boolean }) {
  const title = strings.sentences.title(row.title) || strings.sidebar.untitled;
  const more = formatFullTime(row.updatedAt, timeLocale);
  return <Item conversationId={row.conversationId} title={title} more={more} isCurrent={isCurrent} />;
}

function SharedItem({ row: { row }, isCurrent }: { row: Of<'shared'>; isCurrent: boolean }) {
  const title = visibleText(row.title) || strings.sidebar.untitled;
  const author = visibleText(row.author);
  const time = sharingWords.sidebar.published(author, formatFullTime(row.at, timeLocale));
  const more = [time, row.repository && visibleText(row.repository)].filter(Boolean).join('\n');
  return (
    <Item
      conversationId={row.conversationId}
      title={title}
      more={more}
      note={author}
      isCurrent={isCurrent}
      isComing={row.isWaiting}
    />
  );
}

function MachineItem({ row: { row }, isCurrent }: { row: Of<'onMachine'>; isCurrent: boolean }) {
  const title = strings.sentences.title(row.title) || strings.sidebar.untitled;
  const program = programNames[row.program];
  const time = syncWords.sessions.of(program, formatFullTime(row.updatedAt, timeLocale));
  const more = [time, row.folder && visibleText(row.folder)].filter(Boolean).join('\n');
  return <Item conversationId={row.conversationId} title={title} more={more} note={program} isCurrent={isCurrent} />;
}

interface ItemProps {
  conversationId: string;
  title: string;
  /** The tooltip, below the title. */
  more: string;
  note?: string;
  isCurrent: boolean;
  /** Its messages are still to be fetched. */
  isComing?: boolean;
}

function Item({ conversationId, title, more, note, isCurrent, isComing }: ItemProps) {
  const session = useSession();
  const actions = useActions();
  const entries = () => (
    <>
      <MenuItem
        icon={MessageSquarePlus}
        label={words.continue}
        onSelect={() => void continueSession(session, conversationId)}
      />
      <MenuItem
        icon={Download}
        label={strings.sidebar.export}
        onSelect={() => session.view.setState({ dialog: { type: 'export', conversationId } })}
      />
    </>
  );
  const menu = useRowMenu({ label: strings.sidebar.actionsFor(title), entries, home: '[data-session]' });
  return (
    <div
      {...menu.on}
      className={classes(
        'group/item relative ml-4 flex h-8 compact:h-7 items-center rounded-m',
        isCurrent ? 'bg-hover' : 'hover:bg-hover',
      )}
    >
      <button
        type="button"
        data-session={conversationId}
        aria-current={isCurrent ? 'page' : undefined}
        title={[title, more, isComing && strings.sidebar.coming].filter(Boolean).join('\n')}
        onClick={() => actions.show(conversationId)}
        className={classes(
          'flex h-8 compact:h-7 min-w-0 flex-1 items-center rounded-m px-2 text-left text-ui',
          isCurrent ? 'text-ink' : 'text-ink-2 group-hover/item:text-ink',
        )}
      >
        <span className="min-w-0 flex-1 truncate">{title}</span>
        {note && (
          <span className="ml-2 max-w-[40%] shrink-0 truncate text-ink-3 text-small group-hover/item:opacity-0">
            {note}
          </span>
        )}
        {isComing && (
          <span className="ml-2 shrink-0 group-hover/item:opacity-0">
            <CloudDownload className="size-3.5 text-ink-3" strokeWidth={2} aria-hidden />
            <span className="sr-only">{strings.sidebar.coming}</span>
          </span>
        )}
      </button>
      <Menu
        align="end"
        trigger={
          <IconButton
            icon={Ellipsis}
            label={strings.sidebar.actionsFor(title)}
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
}

/** A session that only its agent has: it is loaded when it is opened. */
function ListedItem({ row: { row, agent } }: { row: Of<'listed'> }) {
  const { busy, open } = useOpenListed(row, agent);
  const title = visibleText(row.title) || strings.sidebar.untitled;
  const time = row.updatedAt === null ? '' : `\n${formatFullTime(row.updatedAt, timeLocale)}`;
  return (
    <div className="ml-4 flex h-8 compact:h-7 items-center rounded-m hover:bg-hover">
      <button
        type="button"
        data-listed={row.sessionId}
        aria-busy={busy}
        title={`${title}${time}\n${agentWords.listed.opens(visibleText(agent))}`}
        onClick={() => void open()}
        className="flex h-8 compact:h-7 min-w-0 flex-1 items-center gap-2 rounded-m px-2 text-left text-ink-2 text-ui hover:text-ink"
      >
        <span className="min-w-0 flex-1 truncate">{title}</span>
        {busy && <Pulse />}
      </button>
    </div>
  );
}
