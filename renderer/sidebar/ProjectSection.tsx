// A project with its conversations by time. Long lists show their newest first and more on demand.

import { ChevronRight, FolderX, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ConversationRow, ProjectInfo } from '../../shared/contract/resources.ts';
import { useActions } from '../state/context.tsx';
import { locale, strings } from '../strings.ts';
import { classes } from '../ui/classes.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Tip } from '../ui/Tip.tsx';
import { useNow } from '../ui/useNow.ts';
import { ConversationItem } from './ConversationItem.tsx';
import { timeGroups } from './timeGroups.ts';

const words = strings.sidebar;
const firstRows = 40;
const step = 200;

export function ProjectSection({
  project,
  rows,
  current,
}: {
  project: ProjectInfo | null;
  rows: ConversationRow[];
  current: string | null;
}) {
  const actions = useActions();
  const [open, setOpen] = useState(true);
  const [count, setCount] = useState(firstRows);
  const now = useNow(60_000);
  const name = project?.name ?? words.noFolder;
  const groups = timeGroups(rows.slice(0, count), now, locale, words.groups);
  return (
    <section aria-label={name} className="pt-3">
      <div className="group/project flex h-7 items-center">
        <h2 className="flex min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={open}
            title={project?.folder ?? undefined}
            onClick={() => setOpen(!open)}
            className="flex min-w-0 flex-1 items-center gap-1 rounded-s px-2 text-left font-strong text-ink-2 text-small hover:text-ink"
          >
            <span className="truncate">{name}</span>
            <ChevronRight
              className={classes(
                'size-3 shrink-0 text-ink-3 transition duration-120',
                open ? 'rotate-90 opacity-0 group-hover/project:opacity-100' : '',
              )}
              aria-hidden
            />
          </button>
        </h2>
        {project && !project.folderExists && (
          <Tip label={words.folderMissing}>
            <FolderX className="mx-1 size-3.5 text-wait" strokeWidth={1.75} aria-label={words.folderMissing} />
          </Tip>
        )}
        <IconButton
          icon={Plus}
          label={words.newChatIn(name)}
          size="small"
          className="opacity-0 focus-visible:opacity-100 group-hover/project:opacity-100"
          onClick={() => actions.newChat(project?.id ?? null)}
        />
      </div>
      {open &&
        groups.map((group) => (
          <div key={group.label}>
            <h3 className="px-2 pt-1.5 pb-0.5 text-ink-3 text-small">{group.label}</h3>
            <ul>
              {group.rows.map((row) => (
                <ConversationItem key={row.id} row={row} isCurrent={row.id === current} />
              ))}
            </ul>
          </div>
        ))}
      {open && rows.length > count && (
        <button
          type="button"
          onClick={() => setCount(count + step)}
          className="mt-1 rounded-s px-2 py-1 text-ink-3 text-small hover:text-ink"
        >
          {words.showMore(Math.min(step, rows.length - count))}
        </button>
      )}
    </section>
  );
}
