// One schedule: its times, its state, its last run, and what can be done with it.

import { CircleCheck, LoaderCircle, Monitor, Pause } from 'lucide-react';
import type { Result } from '../../../shared/core/errors.ts';
import type { ScheduleInfo } from '../../../shared/features/schedules/methods.ts';
import type { ScheduleFile } from '../../../shared/features/schedules/schedule.ts';
import { useActions } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmButton } from '../../ui/ConfirmDialog.tsx';
import { ErrorLine, StateMark } from '../../ui/ListPage.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { entryEnd, entryTime, formatDue } from './entryText.ts';
import { WebhookAddress } from './WebhookAddress.tsx';
import { scheduleWords } from './words.ts';

const labels = scheduleWords;

interface ScheduleRowProps {
  info: ScheduleInfo;
  onEdit: () => void;
  onHistory: () => void;
  onChanged: () => void;
  /** The row is gone, and the focus with it. */
  onRemoved: () => void;
}

export function ScheduleRow({ info, onEdit, onHistory, onChanged, onRemoved }: ScheduleRowProps) {
  const { call } = useActions();
  const request = useRequest();
  const { id, schedule, when, next, last, isRunning, isElsewhere, webhook } = info;
  if (schedule === null) return null;
  const name = visibleText(schedule.name);
  const act = async (answer: Promise<Result<unknown>>): Promise<void> => {
    if (await request.run(answer)) onChanged();
  };
  const action = { size: 'small', tone: 'ghost', disabled: request.busy } as const;
  const label = (text: string) => ({ 'aria-label': strings.sentences.pair(text, name) });
  const facts = [
    next === null ? '' : labels.next(formatDue(next)),
    last === null ? '' : labels.last(formatDue(entryTime(last)), entryEnd(last)),
  ].filter(Boolean);
  return (
    <li data-schedule={id} className="py-2.5">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere font-strong">
            <VisibleText text={schedule.name} />
          </p>
          {when !== null && (
            <p className="wrap-anywhere text-ink-2">
              <VisibleText text={labels.when(strings.sentences.host(when))} />
            </p>
          )}
          {schedule.goal !== null && (
            <p className="wrap-anywhere text-ink-3 text-small">
              <VisibleText text={labels.goal(goalTestText(schedule.goal))} />
            </p>
          )}
          {facts.length > 0 && <p className="text-ink-3 text-small">{facts.join(' · ')}</p>}
        </div>
        <State info={info} />
      </div>
      {schedule.paused?.reason && (
        <p className="wrap-anywhere mt-0.5 text-fail text-small">
          <VisibleText text={strings.sentences.host(schedule.paused.reason)} />
        </p>
      )}
      <div className="-ml-2 mt-1 flex flex-wrap gap-1">
        {isRunning ? (
          <Button {...action} {...label(labels.stop)} onClick={() => void act(call('schedules.stop', { id }))}>
            {labels.stop}
          </Button>
        ) : (
          <Button {...action} {...label(labels.runNow)} onClick={() => void act(call('schedules.run', { id }))}>
            {labels.runNow}
          </Button>
        )}
        {schedule.paused || isElsewhere ? (
          <Button
            {...action}
            {...label(isElsewhere ? labels.takeOver : labels.resume)}
            onClick={() => void act(call('schedules.resume', { id }))}
          >
            {isElsewhere ? labels.takeOver : labels.resume}
          </Button>
        ) : (
          <Button {...action} {...label(labels.pause)} onClick={() => void act(call('schedules.pause', { id }))}>
            {labels.pause}
          </Button>
        )}
        <Button {...action} {...label(labels.edit)} data-opens={id} onClick={onEdit}>
          {labels.edit}
        </Button>
        <Button {...action} {...label(labels.history)} onClick={onHistory}>
          {labels.history}
        </Button>
        <ConfirmButton
          {...action}
          {...label(labels.remove)}
          ask={{ title: labels.removeTitle(name), body: labels.removeBody, confirm: labels.remove }}
          onConfirm={async () => {
            if (await request.run(call('schedules.remove', { id }))) onRemoved();
          }}
        >
          {labels.remove}
        </ConfirmButton>
      </div>
      {webhook && <WebhookAddress id={id} path={webhook.path} hasSecret={webhook.hasSecret} onChanged={onChanged} />}
      <ErrorLine error={request.error} small className="mt-1" />
    </li>
  );
}

function goalTestText({ test }: NonNullable<ScheduleFile['goal']>): string {
  return test.type === 'command' ? test.command : test.question;
}

function State({ info: { schedule, isRunning, isElsewhere } }: { info: ScheduleInfo }) {
  if (isRunning) return <StateMark icon={LoaderCircle} tone="text-accent" text={labels.state.running} />;
  if (isElsewhere) {
    const machine = visibleText(schedule?.machine ?? '');
    return <StateMark icon={Monitor} tone="text-ink-3" text={labels.state.elsewhere(machine)} />;
  }
  return schedule?.paused ? (
    <StateMark icon={Pause} tone={schedule.paused.reason ? 'text-fail' : 'text-ink-3'} text={labels.state.paused} />
  ) : (
    <StateMark icon={CircleCheck} tone="text-ink-2" text={labels.state.on} />
  );
}
