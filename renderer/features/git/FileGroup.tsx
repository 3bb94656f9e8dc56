// The files of one side, each with its hunks.

import { ChevronRight, Minus, Plus, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { GitFile, GitSide, GitState } from '../../../shared/features/git/git.ts';
import { useSession } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { ChunkedList } from '../../ui/ChunkedList.tsx';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { FileHunks } from './FileHunks.tsx';
import type { GitActs } from './useGit.ts';
import { gitWords as words } from './words.ts';

const tones: Record<GitFile['kind'], string> = {
  added: 'text-added',
  untracked: 'text-added',
  deleted: 'text-removed',
  modified: 'text-ink-3',
  type: 'text-ink-3',
  submodule: 'text-ink-3',
  renamed: 'text-ink-3',
};

interface FileGroupProps {
  side: GitSide;
  list: GitState['staged'];
  acts: GitActs;
}

export function FileGroup({ side, list, acts }: FileGroupProps) {
  const { actions } = useSession();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  if (list.count === 0) return null;
  const all = (): void =>
    void acts.run(actions.call(side === 'unstaged' ? 'git.stageAll' : 'git.unstageAll', acts.place));
  const toggle = (id: string): void => {
    const next = new Set(opened);
    if (!next.delete(id)) next.add(id);
    setOpened(next);
  };
  return (
    <section aria-label={words.groups[side]}>
      <div className="flex h-7 items-center gap-2">
        <h3 className="font-strong text-ui">{words.groups[side]}</h3>
        <span className="tabular text-ink-3 text-small">{list.count.toLocaleString()}</span>
        <Button
          data-needs="git.stageAll"
          size="small"
          tone="ghost"
          className="-mr-1 ml-auto"
          disabled={acts.blocked}
          onClick={all}
        >
          {side === 'unstaged' ? words.stageAll : words.unstageAll}
        </Button>
      </div>
      <ChunkedList
        items={list.files}
        keyOf={({ id }) => id}
        isOpen={({ id }) => opened.has(id)}
        draw={(file) => (
          <FileRow file={file} side={side} acts={acts} open={opened.has(file.id)} onToggle={() => toggle(file.id)} />
        )}
      />
      {list.count > list.files.length && (
        <p className="text-ink-3 text-small">{words.more(list.count - list.files.length)}</p>
      )}
    </section>
  );
}

interface FileRowProps {
  file: GitFile;
  side: GitSide;
  acts: GitActs;
  open: boolean;
  onToggle: () => void;
}

function FileRow({ file, side, acts, open, onToggle }: FileRowProps) {
  const { actions, toasts } = useSession();
  const files = { ...acts.place, files: [file.id, ...(file.from ? [file.from.id] : [])] };
  const discard = async (): Promise<void> => {
    const done = await acts.run(actions.call('git.discard', files));
    if (done === null) return;
    const undo = (): void => void acts.run(actions.call('git.undoDiscard', { ...acts.place, token: done.token }));
    toasts.show({
      tone: 'info',
      message: words.discarded(file.path),
      action: { label: words.undo, isUndo: true, run: undo },
    });
  };
  return (
    <li data-git-file={file.path}>
      <div className="flex min-w-0 items-center gap-0.5 rounded-m pr-1 hover:bg-hover">
        <button
          type="button"
          aria-expanded={open}
          onClick={onToggle}
          className="flex min-w-0 flex-1 items-center gap-1.5 rounded-m py-1 pl-1 text-left text-ui focus-visible:-outline-offset-2"
        >
          <ChevronRight
            className={classes('size-3.5 shrink-0 text-ink-3 transition-transform duration-120', open && 'rotate-90')}
            strokeWidth={1.75}
            aria-hidden
          />
          <span className={classes('shrink-0 text-small', tones[file.kind])}>{words.kinds[file.kind]}</span>
          <FileName path={file.path} {...(file.from && { from: file.from.path })} />
        </button>
        {side === 'unstaged' ? (
          <>
            {file.kind !== 'submodule' && (
              <IconButton
                data-needs="git.discard"
                icon={Undo2}
                label={words.discard(file.path)}
                size="small"
                disabled={acts.blocked}
                onClick={() => void discard()}
              />
            )}
            <IconButton
              data-needs="git.stage"
              icon={Plus}
              label={words.stage(file.path)}
              size="small"
              disabled={acts.blocked}
              onClick={() => void acts.run(actions.call('git.stage', files))}
            />
          </>
        ) : (
          <IconButton
            data-needs="git.unstage"
            icon={Minus}
            label={words.unstage(file.path)}
            size="small"
            disabled={acts.blocked}
            onClick={() => void acts.run(actions.call('git.unstage', files))}
          />
        )}
      </div>
      {open && <FileHunks file={file} side={side} acts={acts} />}
    </li>
  );
}

/** The name first; the folder may be cut. */
export function FileName({ path, from }: { path: string; from?: string }) {
  const at = path.replace(/\/$/, '').lastIndexOf('/') + 1;
  return (
    <span className="flex min-w-0 items-baseline gap-1.5" title={from === undefined ? path : words.renamed(from, path)}>
      <span className="truncate">
        <VisibleText text={path.slice(at)} />
      </span>
      {at > 0 && (
        <span className={classes('min-w-8 truncate text-ink-3 text-small', from === undefined && 'flex-1')}>
          <VisibleText text={path.slice(0, at - 1)} />
        </span>
      )}
      {from !== undefined && (
        <span className="truncate text-ink-3 text-small">
          <VisibleText text={words.renamedFrom(from)} />
        </span>
      )}
    </span>
  );
}
