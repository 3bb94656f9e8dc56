// The conversations under one heading. Stopped and ended ones are limited to the newest until the user asks for all.

import { useState } from 'react';
import type { BackgroundCommand } from '../../../shared/features/processes/methods.ts';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import { useActions } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { ActivityRow } from './ActivityRow.tsx';
import type { ActivityEntry, GroupName } from './activityGroups.ts';
import { activityWords } from './words.ts';

const words = activityWords;
const firstShown = 8;
const none: readonly BackgroundCommand[] = [];

interface ActivityGroupProps {
  name: GroupName;
  entries: readonly ActivityEntry[];
  projects: readonly ProjectInfo[];
  /** Running commands of all conversations. */
  commands: readonly BackgroundCommand[];
}

export function ActivityGroup({ name, entries, projects, commands }: ActivityGroupProps) {
  const actions = useActions();
  const [visibleCount, setVisibleCount] = useState(firstShown);
  if (entries.length === 0) return null;
  const goesOn = name === 'waiting' || name === 'running' || name === 'queued';
  const visibleEntries = goesOn ? entries : entries.slice(0, visibleCount);
  const left = entries.length - visibleEntries.length;
  const markRead = async (): Promise<void> => {
    for (const { row } of entries) {
      const answer = await actions.call('conversation.markRead', { conversationId: row.id });
      if (!answer.ok) return actions.report(answer.error);
    }
  };
  return (
    <section aria-label={words.sections[name]} className="pt-6">
      <div className="flex min-h-7 items-center gap-2">
        <h2 className="font-strong text-ink-2 text-small">
          {words.sections[name]} <span className="tabular font-normal text-ink-3">{entries.length}</span>
        </h2>
        {name === 'ended' && (
          <Button size="small" tone="ghost" className="-mr-2.5 ml-auto" onClick={() => void markRead()}>
            {words.markRead}
          </Button>
        )}
      </div>
      <ul className="divide-y divide-line border-line border-y">
        {visibleEntries.map((entry) => (
          <ActivityRow
            key={entry.row.id}
            entry={entry}
            group={name}
            project={projects.find(({ id, folder }) => id === entry.row.projectId && folder !== null)?.name ?? null}
            commands={ofConversation(commands, entry.row.id)}
          />
        ))}
      </ul>
      {left > 0 && (
        <Button size="small" tone="ghost" className="mt-1" onClick={() => setVisibleCount(entries.length)}>
          {words.more(left)}
        </Button>
      )}
    </section>
  );
}

function ofConversation(commands: readonly BackgroundCommand[], conversationId: string): readonly BackgroundCommand[] {
  const own = commands.filter((command) => command.conversationId === conversationId);
  return own.length > 0 ? own : none;
}
