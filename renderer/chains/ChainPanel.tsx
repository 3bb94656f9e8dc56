// The chain of this conversation: every tool call with its outcome, time and size, in the order they were asked for.
// A click goes to the box and opens it.

import { X } from 'lucide-react';
import { useMemo } from 'react';
import { Elapsed } from '../chat/toolcalls/CallHeader.tsx';
import { callLine } from '../chat/toolcalls/callLine.ts';
import { type CallStatus, callStatus } from '../chat/toolcalls/callState.ts';
import { StateMark } from '../chat/toolcalls/StateMark.tsx';
import { toolIcon } from '../chat/toolcalls/toolIcon.ts';
import { type CallRef, transcriptItems } from '../chat/transcript/items.ts';
import { formatBytes } from '../format/bytes.ts';
import { formatDuration } from '../format/duration.ts';
import { formatFullTime } from '../format/time.ts';
import { useConversation, useSession } from '../state/context.tsx';
import { locale, strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';

const words = strings.calls.chain;
const none: never[] = [];

export function ChainPanel({ onClose }: { onClose: () => void }) {
  const { conversation } = useSession();
  const messages = useConversation((state) => state.messages) ?? none;
  const live = useConversation((state) => state.calls) ?? none;
  const openCalls = useConversation((state) => state.openCalls) ?? none;
  const hasEarlier = useConversation((state) => state.hasEarlier) ?? false;
  const calls = useMemo(
    () => transcriptItems(messages).flatMap((item) => (item.type === 'calls' ? item.calls : [])),
    [messages],
  );
  const total = calls.reduce((sum, call) => sum + (call.result?.duration ?? 0), 0);
  return (
    <aside aria-label={words.title} className="flex h-full w-95 flex-col bg-page">
      <div className="flex h-11 shrink-0 items-center gap-2 border-line border-b pr-2 pl-4">
        <h2 className="font-strong text-ui">{words.title}</h2>
        {calls.length > 0 && (
          <span className="tabular text-ink-3 text-small">
            {words.summary(calls.length)}
            {total > 0 ? ` · ${formatDuration(total)}` : ''}
          </span>
        )}
        <IconButton icon={X} label={strings.ui.closePanel} className="ml-auto" onClick={onClose} />
      </div>
      <div className="relative min-h-0 flex-1 overflow-y-auto p-2">
        {hasEarlier && (
          <Button size="small" tone="ghost" onClick={() => void conversation.loadEarlier()}>
            {words.earlier}
          </Button>
        )}
        {calls.length === 0 && (
          <div className="px-2 py-2">
            <p className="text-ui">{words.empty}</p>
            <p className="mt-1 text-ink-3 text-ui">{words.emptyHint}</p>
          </div>
        )}
        <ol>
          {calls.map((call) => (
            <ChainRow key={call.key} call={call} status={callStatus(call, { calls: live, openCalls })} />
          ))}
        </ol>
      </div>
    </aside>
  );
}

function ChainRow({ call, status }: { call: CallRef; status: CallStatus }) {
  const { view } = useSession();
  const Icon = toolIcon(call.name);
  const { result } = call;
  const bytes = result ? (result.details?.bytes ?? new TextEncoder().encode(result.content).length) : 0;
  const parts = [
    result?.duration === undefined ? '' : formatDuration(result.duration),
    status.state === 'ok' && bytes > 0 ? formatBytes(bytes) : '',
    result?.waitedMs ? strings.calls.waited(formatDuration(result.waitedMs)) : '',
  ].filter(Boolean);
  const reveal = (): void =>
    view.setState(({ reveal: before, openCalls }) => ({
      sheet: null,
      openCalls: { ...openCalls, [call.key]: true },
      reveal: { key: call.key, count: (before?.count ?? 0) + 1 },
    }));
  return (
    <li>
      <button
        type="button"
        onClick={reveal}
        className="flex w-full items-start gap-2.5 rounded-m px-2 py-1.5 text-left text-ui hover:bg-hover"
        title={result?.startedAt && formatFullTime(result.startedAt, locale)}
      >
        <Icon className="mt-0.5 size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-ink">{callLine(call, status.state)}</span>
          <span className="tabular block truncate text-ink-3 text-small">{[call.name, ...parts].join(' · ')}</span>
        </span>
        <span className="flex h-5 shrink-0 items-center gap-2">
          {status.state === 'running' && <Elapsed startedAt={status.live?.startedAt} />}
          <StateMark state={status.state} neverStarted={status.neverStarted} brief />
        </span>
      </button>
    </li>
  );
}
