// Space used by conversations, per project, and how much of it can be freed.

import { useCallback, useEffect, useState } from 'react';
import type { Freeable, ProjectSpace, SpaceReport } from '../../../shared/features/data/methods.ts';
import { formatBytes } from '../../core/format/amounts.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { classes } from '../../ui/classes.ts';

const words = lateStrings.settings.data.space;

const kinds = ['messages', 'results', 'attachments', 'logs', 'undo', 'copies', 'deleted', 'other'] as const;
const freeables = ['results', 'attachments', 'temporary', 'deletions', 'copies'] as const satisfies readonly Freeable[];

export function StorageUsage() {
  const { report, error, count } = useSpace();
  if (error !== null) {
    return (
      <p className="text-fail" role="alert">
        {error}
      </p>
    );
  }
  if (!report) return <p className="text-ink-3">{words.counting}</p>;
  const largest = Math.max(1, ...report.projects.map((project) => project.total));
  const visibleProjects = report.projects.filter((project) => project.total > 0);
  return (
    <div className="grid grid-cols-1 gap-4">
      <Restorable report={report} onChanged={count} />
      <div className="flex items-baseline justify-between gap-3">
        <Legend />
        <p className="tabular shrink-0">
          <span className="text-ink-3">{words.total}</span>{' '}
          <span className="font-strong">{formatBytes(report.total)}</span>
        </p>
      </div>
      {visibleProjects.length === 0 && <p className="text-ink-3">{words.none}</p>}
      <ul className="grid grid-cols-1 gap-4">
        {visibleProjects.map((project) => (
          <ProjectRow key={project.projectId} project={project} largest={largest} onChanged={count} />
        ))}
      </ul>
      {report.derived > 0 && (
        <p className="flex justify-between gap-3 text-ink-3">
          <span>{words.derived}</span>
          <span className="tabular shrink-0">{formatBytes(report.derived)}</span>
        </p>
      )}
    </div>
  );
}

function useSpace(): { report: SpaceReport | null; error: string | null; count: () => Promise<void> } {
  const { call } = useActions();
  const [report, setReport] = useState<SpaceReport | null>(null);
  const [error, setError] = useState<string | null>(null);
  const count = useCallback(async (): Promise<void> => {
    const answer = await call('data.space', {});
    if (answer.ok) setReport(answer.value);
    setError(answer.ok ? null : answer.error.message);
  }, [call]);
  useEffect(() => void count(), [count]);
  return { report, error, count };
}

function Legend() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-ink-3 text-small">
      {(['messages', 'results', 'rest'] as const).map((part) => (
        <li key={part} className="flex items-center gap-1.5">
          <SpaceBar.Mark part={part} />
          {words.legend[part]}
        </li>
      ))}
    </ul>
  );
}

function ProjectRow({
  project,
  largest,
  onChanged,
}: {
  project: ProjectSpace;
  largest: number;
  onChanged: () => Promise<void>;
}) {
  const parts = kinds.filter((kind) => project[kind] > 0);
  return (
    <li>
      <div className="flex items-baseline gap-3">
        <span className="min-w-0 truncate" title={project.folder ?? project.name}>
          {project.name}
        </span>
        <span className="tabular ml-auto shrink-0">{formatBytes(project.total)}</span>
      </div>
      <SpaceBar project={project} largest={largest} />
      <p className="tabular text-ink-3 text-small">
        {parts.map((kind) => `${words.kinds[kind]} ${formatBytes(project[kind])}`).join(' · ')}
      </p>
      <FreeButtons project={project} onChanged={onChanged} />
    </li>
  );
}

function FreeButtons({ project, onChanged }: { project: ProjectSpace; onChanged: () => Promise<void> }) {
  const { call, report, say } = useActions();
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const free = async (what: Freeable): Promise<void> => {
    setBusy(true);
    const answer = await call('data.free', { projectId: project.projectId, what });
    if (answer.ok) say(words.freed(formatBytes(answer.value.bytes)));
    else report(answer.error);
    await onChanged();
    setBusy(false);
  };
  const offered = freeables.filter((what) => project.free[what] > 0);
  if (offered.length === 0) return null;
  return (
    <div className="mt-2 flex flex-wrap gap-1.5">
      {offered.map((what) => (
        <Button
          key={what}
          size="small"
          disabled={busy}
          onClick={() => (what === 'copies' ? setAsking(true) : void free(what))}
        >
          {words.free[what](formatBytes(project.free[what]))}
        </Button>
      ))}
      {asking && (
        <ConfirmDialog
          title={words.copiesTitle(project.name)}
          body={words.copiesBody}
          confirm={words.copiesConfirm}
          onConfirm={() => free('copies')}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function Restorable({ report, onChanged }: { report: SpaceReport; onChanged: () => Promise<void> }) {
  const actions = useActions();
  if (report.restorable.length === 0) return null;
  const restore = async (conversationId: string, title: string): Promise<void> => {
    await actions.restore(conversationId, title);
    await onChanged();
  };
  return (
    <section aria-label={words.restorable} className="rounded-l border border-line px-3 py-2.5">
      <p className="text-ink-3">{words.restorable}</p>
      <ul className="mt-1 grid grid-cols-1 gap-1">
        {report.restorable.map(({ conversationId, title }) => (
          <li key={conversationId} className="flex items-center gap-3">
            <span className="min-w-0 flex-1 truncate">{title || words.untitled}</span>
            <Button
              size="small"
              aria-label={words.restoreOf(title || words.untitled)}
              onClick={() => void restore(conversationId, title || words.untitled)}
            >
              {words.restore}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A project's space as a bar relative to the largest project; the numbers follow as text. */
const colours = { messages: 'bg-accent', results: 'bg-accent/45', rest: 'bg-ink-3/50' } as const;

type SpacePart = keyof typeof colours;

function bytesOf({ messages, results, attachments, total }: ProjectSpace): Record<SpacePart, number> {
  const large = results + attachments;
  return { messages, results: large, rest: total - messages - large };
}

function SpaceBar({ project, largest }: { project: ProjectSpace; largest: number }) {
  const parts = bytesOf(project);
  return (
    <div aria-hidden className="my-1.5 h-2 overflow-hidden rounded-full bg-soft">
      <div className="flex h-full min-w-1 gap-px" style={{ width: `${(project.total / largest) * 100}%` }}>
        {(Object.keys(colours) as SpacePart[]).map((part) => (
          <div
            key={part}
            className={classes('h-full', colours[part])}
            style={{ flexGrow: parts[part], flexBasis: 0 }}
          />
        ))}
      </div>
    </div>
  );
}

SpaceBar.Mark = function Mark({ part }: { part: SpacePart }) {
  return <span aria-hidden className={classes('size-2 rounded-full', colours[part])} />;
};
