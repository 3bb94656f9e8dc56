// Files that both sides changed: what each has, and how to resolve it.

import { ChevronRight } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { GitConflict, GitState } from '../../../shared/features/git/git.ts';
import { LoadState, useAsyncValue } from '../../core/parts/LoadState.tsx';
import { useSession } from '../../core/state/context.tsx';
import { useMay } from '../../core/state/rights.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { focusComposer } from '../../ui/focus.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { DeviceLine } from '../remote/DeviceLine.tsx';
import { FileName } from './FileGroup.tsx';
import type { GitActs } from './useGit.ts';
import { gitWords } from './words.ts';

const labels = gitWords.conflict;
const maxNamed = 20;

export function ConflictGroup({ state: { conflicts }, acts }: { state: GitState; acts: GitActs }) {
  const { drafts } = useSession();
  if (conflicts.count === 0) return null;
  const ask = (): void => {
    const { conversationId } = acts.place;
    const written = drafts.textOf(conversationId);
    const text = labels.askText(conflicts.files.slice(0, maxNamed).map(({ path }) => path));
    drafts.write(conversationId, written === '' ? text : `${text}\n\n${written}`);
    focusComposer();
  };
  return (
    <section aria-label={gitWords.groups.conflicts}>
      <div className="mb-1 flex h-7 items-center gap-2">
        <h3 className="font-strong text-ui text-wait">{gitWords.groups.conflicts}</h3>
        <span className="tabular text-ink-3 text-small">{conflicts.count.toLocaleString()}</span>
        <Button data-needs="run.send" size="small" className="ml-auto" onClick={ask}>
          {labels.ask}
        </Button>
      </div>
      <ul className="-mx-1 grid grid-cols-1">
        {conflicts.files.map((file) => (
          <ConflictRow key={file.id} file={file} acts={acts} />
        ))}
      </ul>
    </section>
  );
}

function ConflictRow({ file, acts }: { file: GitConflict; acts: GitActs }) {
  const [open, setOpen] = useState(false);
  const mayRead = useMay('git.conflict');
  return (
    <li data-git-file={file.path}>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full min-w-0 items-center gap-1.5 rounded-m py-1 pl-1 text-left text-ui hover:bg-hover focus-visible:-outline-offset-2"
      >
        <ChevronRight
          className={classes('size-3.5 shrink-0 text-ink-3 transition-transform duration-120', open && 'rotate-90')}
          strokeWidth={1.75}
          aria-hidden
        />
        <FileName path={file.path} />
      </button>
      {open && (mayRead ? <Sides file={file} acts={acts} /> : <DeviceLine className="mb-2 ml-1 p-2" />)}
    </li>
  );
}

function Sides({ file, acts }: { file: GitConflict; acts: GitActs }) {
  const { actions } = useSession();
  const { call } = actions;
  const { projectId, conversationId } = acts.place;
  const load = useCallback(
    (signal: AbortSignal) => call('git.conflict', { projectId, conversationId, file: file.id }, signal),
    [call, projectId, conversationId, file.id],
  );
  const { value: sides, error, load: again } = useAsyncValue(load);
  const resolve = (take: 'ours' | 'theirs' | null): void =>
    void acts.run(call('git.resolve', { ...acts.place, file: file.id, take }));
  const [ours, theirs] = [sides?.oursName || labels.ours, sides?.theirsName || labels.theirs];
  return (
    <div className="mb-2 ml-1 grid grid-cols-1 gap-2 rounded-l border border-wait-line p-2">
      <LoadState loaded={sides !== null} error={error} onAgain={again} />
      {sides && (
        <>
          <Side name={ours} text={sides.ours} missing={file.ours ? labels.hidden : labels.deleted} />
          <Side name={theirs} text={sides.theirs} missing={file.theirs ? labels.hidden : labels.deleted} />
          <Side name={labels.base} text={sides.base} missing={sides.hidden ? labels.hidden : labels.none} />
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <Button data-needs="git.resolve" size="small" disabled={acts.blocked} onClick={() => resolve('ours')}>
          {labels.takeOurs(ours)}
        </Button>
        <Button data-needs="git.resolve" size="small" disabled={acts.blocked} onClick={() => resolve('theirs')}>
          {labels.takeTheirs(theirs)}
        </Button>
        <Button
          data-needs="git.resolve"
          size="small"
          tone="ghost"
          disabled={acts.blocked}
          onClick={() => resolve(null)}
        >
          {labels.resolved}
        </Button>
      </div>
    </div>
  );
}

function Side({ name, text, missing }: { name: string; text: string | null; missing: string }) {
  return (
    <section aria-label={name} className="min-w-0">
      <h4 className="mb-0.5 truncate text-ink-3 text-small">
        <VisibleText text={name} />
      </h4>
      {text === null ? (
        <p className="text-ink-3 text-ui">{missing}</p>
      ) : (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
          tabIndex={0}
          className="max-h-48 overflow-auto rounded-m bg-sunk p-2 font-mono text-code"
        >
          <VisibleText text={text} />
        </pre>
      )}
    </section>
  );
}
