// The row of a closed box: icon, plain-language sentence, cost and state.

import { ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { useStore } from 'zustand/react';
import type { ToolMessage } from '../../../shared/conversation/message.ts';
import { callLine } from '../../core/calls/callLine.ts';
import type { CallStatus } from '../../core/calls/callState.ts';
import type { CallRef } from '../../core/calls/items.ts';
import { notRunReason, refusalText } from '../../core/calls/refusal.ts';
import { toolIcon } from '../../core/calls/toolIcon.ts';
import { formatBytes } from '../../core/format/amounts.ts';
import { formatDuration, formatElapsed, formatRowDuration } from '../../core/format/duration.ts';
import { useConnected, useConversationView, useRunElsewhere, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { useNow } from '../../ui/useNow.ts';
import { ResultMark } from '../context/MarkedRow.tsx';
import { UndoneMark } from '../undo/CallChanges.tsx';
import { LineCount } from '../undo/FileLine.tsx';
import { CallMenu } from './CallMenu.tsx';
import { callMeasure } from './callMeasure.ts';
import { ProgressPercent } from './ProgressBar.tsx';
import { RowText } from './RowText.tsx';
import { StateMark } from './StateMark.tsx';

export function CallHeader({
  call,
  status,
  open,
  onToggle,
  hasMenu,
}: {
  call: CallRef;
  status: CallStatus;
  open: boolean;
  onToggle: () => void;
  hasMenu: boolean;
}) {
  const Icon = toolIcon(call.name);
  const machine = useRunElsewhere()?.machine ?? null;
  const menu = useRef<HTMLButtonElement>(null);
  const openMenu = (event: KeyboardEvent): void => {
    if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
    event.preventDefault();
    menu.current?.focus();
    menu.current?.click();
  };
  return (
    <div className="group/head relative">
      <button
        type="button"
        aria-expanded={open}
        aria-label={rowName(call, status, machine)}
        title={fullCost(call, status)}
        onClick={onToggle}
        onKeyDown={openMenu}
        className={classes(
          'group/row flex min-h-8 compact:min-h-7 w-full items-center gap-2 rounded-l pl-2 text-left text-ui',
          'focus-visible:-outline-offset-2',
          // The facts use the menu's space while it is hidden.
          open ? (hasMenu ? 'pr-8 pointer-coarse:pr-11!' : 'pr-2') : 'pr-2 hover:bg-soft',
          !open &&
            hasMenu &&
            'group-focus-within/head:pr-8 group-hover/head:pr-8 group-has-data-[state=open]/head:pr-8 pointer-coarse:pr-11!',
        )}
      >
        <Icon className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
        <span className={classes('min-w-0 truncate', open || status.state === 'waiting' ? 'text-ink' : 'text-ink-2')}>
          <RowText call={call} status={status} open={open} />
        </span>
        <ChevronRight
          className={classes(
            'size-3.5 shrink-0 text-ink-3 opacity-0 transition duration-120',
            'group-hover/row:opacity-100 group-focus-visible/row:opacity-100',
            open && 'rotate-90 opacity-100',
          )}
          aria-hidden
        />
        <span className="ml-auto flex shrink-0 items-center gap-2 pl-2">
          {call.result?.resolution && (
            <span className="text-ink-3 text-small">{strings.calls.resolved[call.result.resolution]}</span>
          )}
          {call.result && <EndedMark call={call} />}
          {call.result && <UndoneMark call={call} />}
          <ResultMark message={call.result} />
          {status.state === 'running' && status.live?.progress && <ProgressPercent progress={status.live.progress} />}
          <Cost call={call} status={status} />
          {call.result?.resolution === 'skip' ? null : (
            <StateMark
              state={status.state}
              neverStarted={status.neverStarted}
              grave={status.state === 'waiting' && status.live?.approval?.grave !== undefined}
              label={saidInstead(call, status, machine)}
            />
          )}
        </span>
      </button>
      {hasMenu && <CallMenu ref={menu} call={call} status={status} open={open} />}
    </div>
  );
}

/** A more specific text than the plain state. `machine`: where it runs, if not here. */
function saidInstead(
  call: CallRef,
  { live, isBehind, isElsewhere }: CallStatus,
  machine: string | null,
): string | null {
  if (isElsewhere) return machine === null ? strings.calls.elsewhere : strings.sidebar.runningOn(machine);
  if (isBehind) return strings.calls.behind;
  return live?.question ? strings.calls.asking : refusalText(call.result);
}

/** Accessible name: what it does, its state, results and cost. */
function rowName(call: CallRef, status: CallStatus, machine: string | null): string {
  const state = status.neverStarted
    ? strings.calls.neverStarted
    : (saidInstead(call, status, machine) ?? strings.calls.states[status.state]);
  const measure = callMeasure(call);
  const came = typeof measure === 'object' && measure ? strings.undo.lines(measure.added, measure.removed) : measure;
  return strings.sentences.row([callLine(call, status.state), state, came ?? '', costOf(call, status)]);
}

/** Its specific measure first, then its duration, less prominent. */
function Cost({ call, status }: { call: CallRef; status: CallStatus }) {
  if (status.state === 'running') return <ElapsedTime startedAt={status.live?.startedAt} />;
  const measure = callMeasure(call);
  const cost = costOf(call, status);
  return (
    <>
      {typeof measure === 'object' && measure && <LineCount {...measure} />}
      {typeof measure === 'string' && (
        <span className={classes('tabular text-small', status.state === 'error' ? 'text-fail' : 'text-ink-2')}>
          {measure}
        </span>
      )}
      {cost !== '' && <span className="tabular hidden text-ink-3 text-small narrow:inline">{cost}</span>}
    </>
  );
}

function costOf(call: CallRef, status: CallStatus): string {
  const duration = measuredResult(call, status)?.duration;
  return duration === undefined ? '' : formatRowDuration(duration);
}

/** The tooltip: the exact duration, and the size. Undefined if neither is known. */
function fullCost(call: CallRef, status: CallStatus): string | undefined {
  const result = measuredResult(call, status);
  if (result === null) return undefined;
  const parts = [
    result.duration === undefined ? '' : formatDuration(result.duration),
    status.state === 'ok' ? sizeOf(result) : '',
  ];
  return parts.filter(Boolean).join(' · ') || undefined;
}

/** The result of a call that ran to an end; else null. */
function measuredResult({ result }: CallRef, { state }: CallStatus): ToolMessage | null {
  const isMeasured =
    result &&
    !result.removed &&
    result.resolution !== 'mark_done' &&
    state !== 'denied' &&
    state !== 'interrupted' &&
    notRunReason(result) === null;
  return isMeasured ? result : null;
}

/** A web search is measured by its pages. */
function sizeOf({ details, toolName, content }: ToolMessage): string {
  if (toolName === 'web_search' && Array.isArray(details?.sources)) return '';
  const bytes = details?.bytes ?? new TextEncoder().encode(content).length;
  return bytes > 0 ? formatBytes(bytes) : '';
}

export function ElapsedTime({ startedAt }: { startedAt: string | undefined }) {
  const now = useNow(1000, useConnected());
  if (!startedAt) return null;
  return <span className="tabular text-ink-2 text-small">{formatElapsed(now - Date.parse(startedAt))}</span>;
}

/** Marks a call whose background command has ended. */
function EndedMark({ call }: { call: CallRef }) {
  const { processes } = useSession();
  const conversationId = useConversationView((view) => view.id);
  const id = startedCommandId(call);
  // Background commands end with the app: whatever the host does not list has ended.
  const ended = useStore(
    processes.store,
    ({ isLoaded, commands }) =>
      isLoaded &&
      !commands.some(
        (command) => command.conversationId === conversationId && command.id === id && command.state === 'running',
      ),
  );
  if (id === null || !ended) return null;
  return <span className="text-ink-3 text-small">{strings.calls.commandEnded}</span>;
}

/** The background command that a call started; null if none. @internal */
export function startedCommandId({ name, result }: Pick<CallRef, 'name' | 'result'>): string | null {
  const started = name === 'run_command' && result?.outcome === 'ok' ? result.details?.background : undefined;
  const id = typeof started === 'object' && started !== null ? (started as { id?: unknown }).id : undefined;
  return typeof id === 'string' ? id : null;
}
