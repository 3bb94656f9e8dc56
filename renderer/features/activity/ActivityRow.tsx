// One conversation on the activity page: title, folder, current step, agents and background commands, with its
// questions below.

import { CornerDownRight, Square, SquareTerminal } from 'lucide-react';
import { memo } from 'react';
import type { Activity, ActivityCall, AgentActivity } from '../../../shared/features/activity/methods.ts';
import type { BackgroundCommand } from '../../../shared/features/processes/methods.ts';
import { callLine } from '../../core/calls/callLine.ts';
import { formatTime } from '../../core/format/time.ts';
import { useActions, useSession } from '../../core/state/context.tsx';
import { strings, timeLocale } from '../../core/strings.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useNow } from '../../ui/useNow.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { ElapsedTime } from '../calls/CallHeader.tsx';
import { ProcessState } from '../processes/ProcessState.tsx';
import { commandKey } from '../processes/processStore.ts';
import { RowMark } from '../sidebar/RowMark.tsx';
import { ActivityDetails } from './ActivityDetails.tsx';
import type { ActivityEntry, GroupName } from './activityGroups.ts';
import { PendingRequests, StoppedRun } from './PendingRequests.tsx';
import { activityWords } from './words.ts';

const words = activityWords;

interface ActivityRowProps {
  entry: ActivityEntry;
  group: GroupName;
  /** Null: no folder. */
  project: string | null;
  commands: readonly BackgroundCommand[];
}

export const ActivityRow = memo(function ActivityRow({ entry, group, project, commands }: ActivityRowProps) {
  const { row, activity } = entry;
  const actions = useActions();
  const title = visibleText(strings.sentences.title(row.title) || strings.sidebar.untitled);
  const answers = activity?.agents.filter(({ compare }) => compare) ?? [];
  const stop = async (): Promise<void> => {
    for (const conversationId of [row.id, ...answers.map((each) => each.conversationId)]) {
      const answer = await actions.call('run.stop', { conversationId });
      if (!answer.ok) actions.report(answer.error);
    }
  };
  return (
    <li data-activity={row.id} data-group={group} className="group/activity py-3">
      <div className="flex min-h-7 items-center gap-2">
        <span className="flex w-4 shrink-0 justify-center">
          <RowMark row={row} />
        </span>
        <button
          type="button"
          data-activity-open
          aria-label={words.openOf(title)}
          dir="auto"
          onClick={() => actions.show(row.id)}
          className="min-w-0 truncate rounded-s text-left font-strong text-ui hover:underline"
        >
          {title}
        </button>
        {project !== null && (
          <span className="hidden min-w-0 max-w-[30%] shrink truncate text-ink-3 text-small narrow:inline">
            {visibleText(project)}
          </span>
        )}
        <span className="tabular ml-auto flex shrink-0 items-center gap-2 text-ink-3 text-small">
          <Facts activity={activity} updatedAt={row.updatedAt} />
          {activity?.startedAt && (
            <IconButton
              data-needs="run.stop"
              icon={Square}
              label={words.stopOf(title)}
              size="small"
              tone="outline"
              filled
              onClick={() => void stop()}
            />
          )}
        </span>
      </div>
      <div className="pl-6">
        {activity?.phase && group !== 'waiting' && <NowLine activity={activity} />}
        {activity && activity.queued > 0 && <p className="text-ink-3 text-ui">{words.queued(activity.queued)}</p>}
        {activity && activity.agents.length > 0 && <Agents agents={activity.agents} comparedId={row.id} />}
        {commands.length > 0 && <Commands commands={commands} />}
      </div>
      {group === 'waiting' && activity && activity.asks.length > 0 && (
        <div className="mt-1 pl-4">
          <ActivityDetails
            conversationId={row.id}
            version={activity.asks.map(({ id }) => id).join(' ')}
            height={activity.asks.length > 1 ? 240 : 160}
            kind="asks"
          >
            <PendingRequests />
          </ActivityDetails>
        </div>
      )}
      {answers.map(({ conversationId, title: model, compare }) =>
        compare && compare.asks.length > 0 ? (
          <section key={conversationId} aria-label={visibleText(model)} className="mt-1 pl-4">
            <p className="truncate pl-2 text-ink-3 text-small">{visibleText(model)}</p>
            <ActivityDetails
              conversationId={conversationId}
              version={compare.asks.map(({ id }) => id).join(' ')}
              height={compare.asks.length > 1 ? 240 : 160}
              kind="asks"
            >
              <PendingRequests />
            </ActivityDetails>
          </section>
        ) : null,
      )}
      {group === 'stopped' && (
        <div className="mt-1 pl-6">
          <ActivityDetails conversationId={row.id} version={row.updatedAt} height={64} kind="end">
            <StoppedRun />
          </ActivityDetails>
        </div>
      )}
    </li>
  );
});

function Facts({ activity, updatedAt }: { activity: Activity | null; updatedAt: string }) {
  const now = useNow(30_000);
  if (!activity?.startedAt) return <span>{formatTime(updatedAt, now, timeLocale, strings.ui.time)}</span>;
  return (
    <>
      {activity.turns > 0 && <span className="hidden narrow:inline">{words.turns(activity.turns)}</span>}
      <ElapsedTime startedAt={activity.startedAt} />
    </>
  );
}

/** The current step, in one line. */
function NowLine({ activity }: { activity: Activity }) {
  const { call, otherCalls, phase, retry, starting } = activity;
  const line = call
    ? lineOf(call)
    : retry
      ? words.retrying(retry.attempt)
      : phase === 'compacting'
        ? words.compacting
        : starting.length > 0
          ? words.startingServers(strings.sentences.list(starting.map(visibleText)))
          : words.thinking;
  return (
    <p className="truncate text-ink-2 text-ui">
      {line}
      {call && otherCalls > 0 && <span className="text-ink-3"> {words.others(otherCalls)}</span>}
    </p>
  );
}

function lineOf({ name, arguments: argumentsText, state }: ActivityCall): string {
  return callLine({ name, arguments: argumentsText }, state);
}

/** `comparedId`: the conversation whose compared answers may be among them. */
function Agents({ agents, comparedId }: { agents: readonly AgentActivity[]; comparedId: string }) {
  const { actions, view } = useSession();
  const open = ({ conversationId, compare }: AgentActivity): void => {
    actions.show(compare ? comparedId : conversationId);
    if (compare) {
      const { compareId } = compare;
      const contestantId = conversationId;
      view.setState({ dialog: { type: 'compare', conversationId: comparedId, compareId, contestantId } });
    }
  };
  return (
    <ul aria-label={words.agents} className="text-ui">
      {agents.map((agent) => {
        const title = visibleText(agent.title || strings.sidebar.untitled);
        return (
          <li key={agent.conversationId} data-activity-agent={agent.conversationId}>
            <p className="flex min-w-0 items-center gap-1.5">
              <CornerDownRight className="size-3.5 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
              <button
                type="button"
                aria-label={words.openOf(title)}
                dir="auto"
                onClick={() => open(agent)}
                className="max-w-[40%] shrink-0 truncate rounded-s text-left text-ink-2 hover:underline"
              >
                {title}
              </button>
              <span className="min-w-0 truncate text-ink-3">{agent.call ? lineOf(agent.call) : words.thinking}</span>
            </p>
            {agent.agents.length > 0 && (
              <div className="pl-5">
                <Agents agents={agent.agents} comparedId={comparedId} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Commands({ commands }: { commands: readonly BackgroundCommand[] }) {
  const { view } = useSession();
  return (
    <ul aria-label={words.commands} className="text-ui">
      {commands.map((command) => (
        <li key={commandKey(command)} className="flex min-w-0 items-center gap-1.5">
          <SquareTerminal className="size-3.5 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
          <button
            type="button"
            onClick={() => view.setState({ dialog: { type: 'processes', command } })}
            className="min-w-0 truncate rounded-s text-left font-mono text-ink-2 text-small hover:underline"
          >
            {visibleText(command.command)}
          </button>
          <span className="tabular ml-auto shrink-0 text-ink-3 text-small">
            <ProcessState command={command} />
          </span>
        </li>
      ))}
    </ul>
  );
}
