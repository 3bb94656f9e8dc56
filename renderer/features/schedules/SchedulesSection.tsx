// The schedules' settings: the list, or the form or history of one.

import { CalendarClock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand/react';
import type { ScheduleInfo, ScheduleList } from '../../../shared/features/schedules/methods.ts';
import type { SettingsPage } from '../../core/feature.ts';
import { useChatProject, useSession } from '../../core/state/context.tsx';
import { createFetchedList } from '../../core/state/fetchedList.ts';
import { strings } from '../../core/strings.ts';
import { AddButton, EmptyList, ItemGroup, ListPage, Problems, useOpenerFocus } from '../../ui/ListPage.tsx';
import { ScheduleForm } from './ScheduleForm.tsx';
import { ScheduleHistory } from './ScheduleHistory.tsx';
import { ScheduleRow } from './ScheduleRow.tsx';
import { draftOf, emptyDraft, type ScheduleDraft } from './scheduleDraft.ts';
import { scheduleWords } from './words.ts';

const labels = scheduleWords;

type Page = { type: 'form'; id: string | null; draft: ScheduleDraft } | { type: 'history'; id: string; name: string };

function useSchedules() {
  const { connection } = useSession();
  const [list] = useState(() =>
    createFetchedList<ScheduleList>({
      connection,
      load: () => connection.call('schedules.list', {}),
      isStale: ({ type }) => type === 'schedules.changed',
    }),
  );
  useEffect(() => list.want(), [list]);
  return { ...useStore(list.store), reload: list.reload };
}

function SchedulesSection() {
  const { value, error, reload } = useSchedules();
  const project = useChatProject();
  const [page, setPage] = useState<Page | null>(null);
  const list = useOpenerFocus(page && (page.id ?? 'new'));
  const close = (): void => {
    setPage(null);
    void reload();
  };
  if (page?.type === 'form') return <ScheduleForm id={page.id} draft={page.draft} onDone={close} />;
  if (page?.type === 'history') return <ScheduleHistory id={page.id} name={page.name} onDone={close} />;
  const all = value?.schedules ?? [];
  const usable = all.filter(({ schedule }) => schedule !== null);
  const fresh = { ...emptyDraft, folder: project?.folder ?? '' };
  const open = (info: ScheduleInfo): void => {
    if (info.schedule) setPage({ type: 'form', id: info.id, draft: draftOf(info.schedule) });
  };
  const runner = value && usable.length > 0 ? runnerHints[value.runner] : undefined;
  return (
    <ListPage
      ref={list}
      intro={labels.intro}
      {...(runner === undefined ? {} : { hint: runner })}
      error={error?.message}
      loading={!value && !error && labels.loading}
    >
      <Problems
        title={labels.problems}
        problems={all.flatMap(({ problem }) => (problem === null ? [] : { text: strings.sentences.host(problem) }))}
      />
      {value && all.length === 0 && (
        <EmptyList
          text={labels.empty}
          hint={labels.emptyHint}
          sample={labels.sample}
          action={labels.example}
          onAction={() =>
            setPage({
              type: 'form',
              id: null,
              draft: { ...fresh, name: labels.sampleName, prompt: labels.sample, time: labels.sampleTime },
            })
          }
        />
      )}
      {value && usable.length > 0 && (
        <ItemGroup title={labels.group} hint={labels.groupHint(value.folder)}>
          {usable.map((info) => (
            <ScheduleRow
              key={info.id}
              info={info}
              onEdit={() => open(info)}
              onHistory={() => setPage({ type: 'history', id: info.id, name: info.schedule?.name ?? '' })}
              onChanged={() => void reload()}
              onRemoved={() => {
                list.current?.querySelector<HTMLElement>('[data-opens="new"]')?.focus();
                void reload();
              }}
            />
          ))}
        </ItemGroup>
      )}
      <AddButton onClick={() => setPage({ type: 'form', id: null, draft: fresh })}>{labels.add}</AddButton>
    </ListPage>
  );
}

const runnerHints = { here: undefined, elsewhere: labels.elsewhere, none: labels.none };

export const schedulesPage: SettingsPage = {
  icon: CalendarClock,
  words: [labels.intro, labels.add, labels.form, labels.webhook],
  Section: SchedulesSection,
};
