// One hook: event, tools, command, state, last run and actions.

import { CircleCheck, CircleX, FolderLock, Hand, type LucideIcon, PowerOff } from 'lucide-react';
import type { Result } from '../../../shared/core/errors.ts';
import { type HookRun, matcherSubjects } from '../../../shared/features/hooks/hook.ts';
import type { HookInfo, HookState } from '../../../shared/features/hooks/methods.ts';
import { formatFullTime, formatTime } from '../../core/format/time.ts';
import { useActions } from '../../core/state/context.tsx';
import { strings, timeLocale } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmButton } from '../../ui/ConfirmDialog.tsx';
import { classes } from '../../ui/classes.ts';
import { ErrorLine, StateMark } from '../../ui/ListPage.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { HookApproval } from './HookApproval.tsx';
import { HookRunLine } from './HookRuns.tsx';
import { needsAttention, outcomeLabel, readHookRun } from './hookRuns.ts';
import { hookWords } from './words.ts';

const words = hookWords;

const marks: Record<HookState, { icon: LucideIcon; tone: string }> = {
  on: { icon: CircleCheck, tone: 'text-ink-2' },
  off: { icon: PowerOff, tone: 'text-ink-3' },
  untrusted: { icon: FolderLock, tone: 'text-ink-3' },
  unapproved: { icon: Hand, tone: 'text-wait' },
  broken: { icon: CircleX, tone: 'text-fail' },
};

interface HookRowProps {
  hook: HookInfo;
  projectId: string | null;
  onEdit: () => void;
  onChanged: () => void;
  /** The row is gone, and the focus with it. */
  onRemoved: () => void;
}

export function HookRow({ hook, projectId, onEdit, onChanged, onRemoved }: HookRowProps) {
  const { call } = useActions();
  const test = useRequest<{ run: HookRun }>();
  const request = useRequest();
  const busy = test.busy || request.busy;
  const ref = { projectId, id: hook.id, hash: hook.hash };
  const change = async (answer: Promise<Result<unknown>>): Promise<void> => {
    if (await request.run(answer)) onChanged();
  };

  const { state, command } = hook;
  const own = hook.origin === 'personal';
  const switched = state === 'on' || state === 'off';
  const visibleCommand = visibleText(command);
  const tested = test.value && readHookRun(test.value.run);
  const action = { size: 'small', tone: 'ghost' } as const;
  return (
    <li data-hook={hook.id} data-state={state} className="py-2.5">
      <div className="flex items-start gap-3">
        {switched && (
          <input
            type="checkbox"
            className="mt-0.5 size-4 shrink-0 accent-accent"
            aria-label={words.turnOn(visibleCommand)}
            checked={state === 'on'}
            disabled={busy}
            onChange={(event) => void change(call('hooks.enable', { ...ref, enabled: event.target.checked }))}
          />
        )}
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere flex flex-wrap items-baseline gap-x-2">
            <span className={classes('font-strong', state === 'off' && 'text-ink-2')}>{words.events[hook.event]}</span>
            <span className="text-ink-3 text-small">
              <VisibleText text={facts(hook)} />
            </span>
          </p>
          <p className="line-clamp-3 wrap-anywhere mt-0.5 font-mono text-code text-ink-2" title={visibleCommand}>
            <VisibleText text={command} />
          </p>
          {hook.problem !== null && (
            <p className="wrap-anywhere mt-0.5 text-fail text-small">
              <VisibleText text={strings.sentences.host(hook.problem)} />
            </p>
          )}
          {switched && <LastRun hook={hook} />}
          <div className="-ml-2 mt-1 flex flex-wrap gap-1 empty:hidden">
            {own && (
              <Button
                {...action}
                aria-label={strings.sentences.pair(words.edit, visibleCommand)}
                data-opens={hook.id}
                onClick={onEdit}
              >
                {words.edit}
              </Button>
            )}
            {state === 'on' && (
              <Button
                {...action}
                disabled={busy}
                title={words.testHint}
                aria-label={strings.sentences.pair(words.test, visibleCommand)}
                onClick={() => void test.run(call('hooks.test', ref))}
              >
                {test.busy ? words.testing : words.test}
              </Button>
            )}
            {own && (
              <ConfirmButton
                {...action}
                disabled={busy}
                aria-label={strings.sentences.pair(words.remove, visibleCommand)}
                ask={{
                  title: words.removeTitle,
                  body: words.removeBody,
                  confirm: words.remove,
                  children: (
                    <pre className="wrap-anywhere mt-2 whitespace-pre-wrap font-mono text-code">
                      <VisibleText text={command} />
                    </pre>
                  ),
                }}
                onConfirm={async () => {
                  if (await request.run(call('hooks.remove', ref))) onRemoved();
                }}
              >
                {words.remove}
              </ConfirmButton>
            )}
          </div>
        </div>
        {state !== 'on' && (
          <StateMark
            {...marks[state]}
            text={state === 'unapproved' && hook.changed ? words.states.changed : words.states[state]}
          />
        )}
      </div>
      {state === 'unapproved' && (
        <HookApproval hook={hook} busy={busy} onApprove={() => void change(call('hooks.approve', ref))} />
      )}
      <ErrorLine error={request.error ?? test.error} small className="mt-1" />
      {tested && (
        <section aria-label={words.tested} role="status" className="mt-1 rounded-m border border-line">
          <HookRunLine run={tested} open />
        </section>
      )}
    </li>
  );
}

function facts({ event, matcher, onlyTrusted, timeout }: HookInfo): string {
  const subject = matcherSubjects[event];
  return [
    subject === null ? '' : matcher !== '' && matcher !== '*' ? matcher : subject === 'tool' ? words.everyTool : '',
    onlyTrusted ? words.onlyTrusted : '',
    words.timeout(timeout),
  ]
    .filter(Boolean)
    .join(' · ');
}

function LastRun({ hook: { last } }: { hook: HookInfo }) {
  const run = last && readHookRun(last.run);
  if (!last || !run) return <p className="mt-0.5 text-ink-3 text-small">{words.neverRan}</p>;
  return (
    <p className="mt-0.5 text-ink-3 text-small">
      <time dateTime={last.at} title={formatFullTime(last.at, timeLocale)}>
        {words.lastRan(formatTime(last.at, Date.now(), timeLocale, strings.ui.time))}
      </time>
      {' · '}
      <span className={classes(needsAttention(run) && 'text-fail')}>{outcomeLabel(run)}</span>
    </p>
  );
}
