// The column at the left: new chat, the projects with their conversations, settings.

import { FolderOpen, PanelLeft, Search, Settings, SquarePen } from 'lucide-react';
import { useMemo } from 'react';
import type { ConversationRow, ProjectInfo } from '../../shared/contract/resources.ts';
import { useActions, useApp, useConversationView, useSession } from '../state/context.tsx';
import { strings } from '../strings.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { isMac, keysText } from '../ui/Kbd.tsx';
import { Mark } from '../ui/Mark.tsx';
import { ProjectSection } from './ProjectSection.tsx';

const words = strings.sidebar;

export function Sidebar({ onCollapse }: { onCollapse: () => void }) {
  const actions = useActions();
  const { view } = useSession();
  return (
    <aside className="flex h-full w-66 flex-col bg-sunk">
      <div className="flex h-11 shrink-0 items-center gap-2 pr-2 pl-3.5">
        <Mark className="size-5 text-accent" />
        <span className="flex-1 font-strong text-ui">{strings.ui.appName}</span>
        <IconButton icon={PanelLeft} label={strings.ui.closeSidebar} shortcut="Mod+B" onClick={onCollapse} />
      </div>
      <div className="px-2 pb-2">
        <Row icon={SquarePen} label={words.newChat} keys="Mod+N" onClick={() => actions.newChat()} />
        <Row icon={Search} label={words.find} keys="Mod+K" onClick={() => view.setState({ paletteOpen: true })} />
      </div>
      <ConversationList />
      <div className="border-line border-t p-2">
        <Row icon={FolderOpen} label={words.openFolder} onClick={() => void actions.openFolder()} />
        <Row
          icon={Settings}
          label={strings.ui.settings}
          keys="Mod+,"
          onClick={() => view.setState({ dialog: { type: 'settings', section: 'providers' } })}
        />
      </div>
    </aside>
  );
}

function Row({
  icon: Icon,
  label,
  keys,
  onClick,
}: {
  icon: typeof Search;
  label: string;
  keys?: string;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="group flex h-8 w-full items-center gap-2.5 rounded-m px-2 text-left text-ink-2 text-ui hover:bg-hover hover:text-ink"
    >
      <Icon className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
      <span className="flex-1 truncate">{label}</span>
      {keys && (
        <span className="text-ink-3 text-small opacity-0 group-hover:opacity-100" aria-hidden>
          {keysText(keys, isMac())}
        </span>
      )}
    </button>
  );
}

function ConversationList() {
  const conversations = useApp((snapshot) => snapshot.conversations);
  const projects = useApp((snapshot) => snapshot.projects);
  const current = useConversationView((now) => now.id);
  const sections = useMemo(() => byProject(conversations, projects), [conversations, projects]);
  return (
    <nav
      aria-label={words.conversations}
      className="relative min-h-0 flex-1 overflow-y-auto px-2 pb-4"
      onKeyDown={moveFocus}
    >
      {sections.length === 0 && <p className="px-2 py-2 text-ink-3 text-ui">{words.empty}</p>}
      {sections.map(({ project, rows }) => (
        <ProjectSection key={project?.id ?? ''} project={project} rows={rows} current={current} />
      ))}
    </nav>
  );
}

interface Section {
  project: ProjectInfo | null;
  rows: ConversationRow[];
}

/** Projects in the order of their newest conversation; those without a folder together. */
function byProject(conversations: readonly ConversationRow[], projects: readonly ProjectInfo[]): Section[] {
  const sections = new Map<string, Section>();
  for (const row of conversations) {
    const project = projects.find((known) => known.id === row.projectId && known.folder !== null) ?? null;
    const key = project?.id ?? '';
    const section = sections.get(key);
    if (section) section.rows.push(row);
    else sections.set(key, { project, rows: [row] });
  }
  return [...sections.values()];
}

/** Arrow keys go from one conversation to the next. */
function moveFocus(event: React.KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-conversation]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  rows[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}
