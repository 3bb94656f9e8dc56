// The history of a schedule: its runs, with their conversations, and missed times.

import { useEffect, useState } from 'react';
import { useStore } from 'zustand/react';
import type { HistoryEntry } from '../../../shared/features/schedules/schedule.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions, useApp, useSession } from '../../core/state/context.tsx';
import { createFetchedList } from '../../core/state/fetchedList.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { PageHead } from '../../ui/ItemForm.tsx';
import { ErrorLine, rowsClasses } from '../../ui/ListPage.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { entryEnd, entryTime, formatDue } from './entryText.ts';
import { scheduleWords } from './words.ts';

const labels = scheduleWords;

interface ScheduleHistoryProps {
  id: string;
  name: string;
  onDone: () => void;
}

export function ScheduleHistory({ id, name, onDone }: ScheduleHistoryProps) {
  const { connection } = useSession();
  const [list] = useState(() =>
    createFetchedList<{ entries: HistoryEntry[] }>({
      connection,
      load: () => connection.call('schedules.history', { id }),
      isStale: ({ type }) => type === 'schedules.changed',
    }),
  );
  useEffect(() => list.want(), [list]);
  const { value, error } = useStore(list.store);
  return (
    <div className="grid grid-cols-1 gap-4 text-ui">
      <PageHead
        back={lateStrings.settings.sections.schedules}
        onBack={onDone}
        title={labels.historyTitle(visibleText(name))}
      />
      <ErrorLine error={error?.message} />
      {value?.entries.length === 0 && <p className="text-ink-3">{labels.noHistory}</p>}
      <ul className={rowsClasses}>
        {value?.entries.map((entry) => (
          <Entry key={entry.type === 'run' ? entry.runId : `${entry.at} ${entry.from}`} entry={entry} />
        ))}
      </ul>
    </div>
  );
}

const bad: ReadonlySet<string | null> = new Set(['failed', 'budget', 'timeLimit', 'interrupted']);

function Entry({ entry }: { entry: HistoryEntry }) {
  const isRun = entry.type === 'run';
  const tone =
    isRun && bad.has(entry.end) ? 'text-fail' : isRun && entry.end === 'waiting' ? 'text-wait' : 'text-ink-2';
  const time =
    !isRun && entry.from !== entry.to
      ? `${formatDue(entry.from)} – ${formatDue(entry.to)}`
      : formatDue(entryTime(entry));
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="tabular min-w-40">{time}</span>
      <span className="min-w-0 flex-1">
        <span className={tone}>{entryEnd(entry)}</span>
        <span className="text-ink-3 text-small">
          {' · '}
          {isRun ? labels.causes[entry.cause.type] : labels.missedWhy[entry.why]}
        </span>
        {isRun && entry.reason !== null && (
          <span className="wrap-anywhere block text-ink-3 text-small">
            <VisibleText text={strings.sentences.host(entry.reason)} />
          </span>
        )}
      </span>
      {isRun && entry.conversationId !== null && <OpenConversation id={entry.conversationId} />}
    </li>
  );
}

function OpenConversation({ id }: { id: string }) {
  const { view } = useSession();
  const actions = useActions();
  const isListed = useApp((snapshot) => snapshot.conversations.some((row) => row.id === id));
  if (!isListed) return null;
  return (
    <Button
      size="small"
      tone="ghost"
      onClick={() => {
        view.setState({ dialog: null });
        actions.show(id);
      }}
    >
      {labels.open}
    </Button>
  );
}
