// The sidebar: new chat, projects with their conversations, settings.

import { Activity, FolderOpen, FolderPlus, Import, Logs, PanelLeft, Search, Settings, SquarePen } from 'lucide-react';
import type { Need } from '../../../shared/features/remote/needs.ts';
import { useKeys } from '../../core/commands/shortcuts.ts';
import { lazyPart } from '../../core/parts/lazyPart.tsx';
import { useActions, useApp, useSession, useView } from '../../core/state/context.tsx';
import type { CommandId } from '../../core/state/session.ts';
import { strings } from '../../core/strings.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { isMac, keysText } from '../../ui/Kbd.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { ConversationList } from './ConversationList.tsx';

const words = strings.sidebar;

const AwakeMark = lazyPart(async () => (await import('../desktop/AwakeMark.tsx')).AwakeMark);
const SyncMark = lazyPart(async () => (await import('../sync/SyncMark.tsx')).SyncMark);

export function Sidebar({ onCollapse }: { onCollapse: () => void }) {
  const actions = useActions();
  const { view } = useSession();
  const folderKeys = useKeys('folder.open');
  const collapseKeys = useKeys('sidebar.toggle');
  const page = useView((now) => now.page);
  const keepAwake = useApp(({ host, settings }) => host === 'desktop' && settings.keepAwake);
  const syncAlert = useApp((snapshot) => snapshot.syncAlert);
  const waiting = useApp(({ conversations }) => conversations.filter(({ activity }) => activity === 'waiting').length);
  return (
    <aside className="flex h-full w-66 flex-col bg-sunk">
      <div className="flex h-11 shrink-0 items-center gap-2 pr-2 pl-3.5">
        <Logo className="size-5 text-accent" />
        <span className="flex-1 font-strong text-ui">{strings.ui.appName}</span>
        <IconButton icon={PanelLeft} label={strings.ui.closeSidebar} shortcut={collapseKeys} onClick={onCollapse} />
      </div>
      <div className="px-2 pb-2">
        <div className="flex items-center">
          <div className="min-w-0 flex-1">
            <Row
              needs="conversation.create"
              icon={SquarePen}
              label={words.newChat}
              command="chat.new"
              onClick={() => actions.newChat()}
            />
          </div>
          <Menu align="end" trigger={<IconButton icon={FolderPlus} label={words.add} data-needs="project.open" />}>
            <MenuItem
              icon={FolderOpen}
              label={words.openFolder}
              keys={folderKeys}
              onSelect={() => void actions.openFolder()}
            />
            <MenuItem
              icon={Import}
              label={words.import}
              onSelect={() => view.setState({ dialog: { type: 'import' } })}
            />
          </Menu>
        </div>
        <Row
          icon={Search}
          label={words.find}
          command="palette.open"
          onClick={() => view.setState({ paletteOpen: true, typed: '' })}
        />
        <Row
          icon={Logs}
          label={words.chains}
          command="page.chains"
          isCurrent={page === 'chains'}
          onClick={() => view.setState({ page: 'chains', sheet: null })}
        />
        <Row
          icon={Activity}
          label={words.activity}
          command="page.activity"
          isCurrent={page === 'activity'}
          waiting={waiting}
          onClick={() => view.setState({ page: 'activity', sheet: null })}
        />
      </div>
      <ConversationList />
      <div data-sidebar-foot className="flex border-line border-t p-2">
        <Row
          icon={Settings}
          label={strings.ui.settings}
          command="settings.open"
          onClick={() => view.setState({ dialog: { type: 'settings', section: 'providers' } })}
        />
        {syncAlert && <SyncMark alert={syncAlert} />}
        {keepAwake && <AwakeMark />}
      </div>
    </aside>
  );
}

function Row({
  icon: Icon,
  label,
  command,
  isCurrent = false,
  waiting = 0,
  needs,
  onClick,
}: {
  icon: typeof Search;
  label: string;
  /** The command whose shortcut is shown. */
  command: CommandId;
  /** Its page is current. */
  isCurrent?: boolean;
  /** Number of items that wait for the user there. */
  waiting?: number;
  /** The method that it leads to. */
  needs?: Need;
  onClick: () => void;
}) {
  const keys = useKeys(command);
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'page' : undefined}
      data-needs={needs}
      onClick={onClick}
      className="group flex h-8 w-full items-center gap-2.5 rounded-m px-2 text-left text-ink-2 text-ui hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:text-ink"
    >
      <Icon className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
      <span className="flex-1 truncate">{label}</span>
      {waiting > 0 && (
        <span className="tabular text-small text-wait" data-activity-waiting={waiting}>
          <span aria-hidden>{waiting}</span>
          <span className="sr-only">{words.activityWaiting(waiting)}</span>
        </span>
      )}
      {keys && waiting === 0 && (
        <span className="text-ink-3 text-small opacity-0 group-hover:opacity-100 pointer-coarse:hidden" aria-hidden>
          {keysText(keys, isMac())}
        </span>
      )}
    </button>
  );
}
