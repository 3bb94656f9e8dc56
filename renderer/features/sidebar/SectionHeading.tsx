// Heading of a section: a project, the pinned conversations or the archive. A click collapses it.

import { ChevronRight, FolderX, GitBranch, Plus } from 'lucide-react';
import { useActions } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Tip } from '../../ui/Tip.tsx';
import type { SidebarRow } from './sidebarRows.ts';

const words = strings.sidebar;

type Section = Extract<SidebarRow, { type: 'section' }>;

function nameOf({ key, project }: Section): string {
  if (project) return project.name;
  if (key === 'pinned') return words.pinned;
  return key === 'archive' ? words.archive : words.noFolder;
}

export function SectionHeading({ section, onToggle }: { section: Section; onToggle: () => void }) {
  const actions = useActions();
  const { key, project, open, count, unread } = section;
  const name = nameOf(section);
  const head = project?.head;
  const branch = head && (head.detached ? words.detached : words.branch)(head.name);
  const takesChats = project !== null || key === 'folderless';
  return (
    <div className="group/project flex h-10 items-end pb-0.5">
      <h2 className="flex min-w-0 flex-1">
        <button
          type="button"
          aria-expanded={open}
          title={[project?.folder, branch].filter(Boolean).join('\n') || undefined}
          onClick={onToggle}
          className="flex h-7 min-w-0 flex-1 items-center gap-1 rounded-s px-2 text-left font-strong text-ink-2 text-small hover:text-ink"
        >
          <span className={classes('truncate', head && 'max-w-3/5 shrink-0')}>{name}</span>
          {head && (
            <span className="flex min-w-0 items-center gap-1 pl-1 font-normal text-ink-3" data-head>
              <GitBranch className="size-3 shrink-0" strokeWidth={1.75} aria-hidden />
              <span className="truncate" dir="ltr">
                <span className="sr-only">{branch}</span>
                <span aria-hidden>{head.name}</span>
              </span>
            </span>
          )}
          <ChevronRight
            className={classes(
              'size-3 shrink-0 text-ink-3 transition duration-120',
              open ? 'rotate-90 opacity-0 group-hover/project:opacity-100' : '',
            )}
            aria-hidden
          />
          {!open && (
            <span className="tabular ml-auto flex items-center gap-1.5 font-normal text-ink-3">
              {unread > 0 && <span className="size-1.5 rounded-full bg-accent" title={words.unreadCount(unread)} />}
              {words.count(count)}
            </span>
          )}
        </button>
      </h2>
      {project && !project.folderExists && (
        <Tip label={words.folderMissing}>
          <FolderX className="mx-1 mb-1.5 size-3.5 text-wait" strokeWidth={1.75} aria-label={words.folderMissing} />
        </Tip>
      )}
      {takesChats && (
        <IconButton
          icon={Plus}
          label={words.newChatIn(name)}
          size="small"
          className="mb-0.5 opacity-0 focus-visible:opacity-100 group-hover/project:opacity-100"
          onClick={() => actions.newChat(project?.id ?? null)}
        />
      )}
    </div>
  );
}
