// Live content below the stored messages: the streaming reply, calls being written, a retry countdown, servers being
// waited for, or that the model has not responded yet.

import { useEffect } from 'react';
import type { StreamingReply } from '../../../../shared/conversation/event.ts';
import { toolIcon } from '../../../core/calls/toolIcon.ts';
import { formatBytes } from '../../../core/format/amounts.ts';
import { formatElapsed } from '../../../core/format/duration.ts';
import { useActions, useConversation } from '../../../core/state/context.tsx';
import { strings } from '../../../core/strings.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Pulse } from '../../../ui/Pulse.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { visibleText } from '../../../ui/visibleText.ts';
import { Markdown } from '../../markdown/Markdown.tsx';
import { Reasoning } from './Reasoning.tsx';
import { LiveToolRun } from './ToolRunRow.tsx';

export function LiveRows() {
  const reply = useConversation((state) => state.reply);
  const run = useConversation((state) => state.run);
  const afterCalls = useConversation((state) => state.messages.at(-1)?.role === 'tool') ?? false;
  if (run?.retry) {
    return (
      <div data-role="retry">
        <RetryRow />
      </div>
    );
  }
  if (run?.byHand) return <LiveToolRun />;
  if (!reply && run?.phase === 'compacting') return <Waiting text={strings.context.compacting} />;
  if (!reply && run?.starting) return <Waiting text={strings.chat.starting(run.starting.map(visibleText))} />;
  if (!reply) return run?.phase === 'model' ? <Waiting /> : null;
  const callsAlone = reply.text === '' && reply.reasoning === '';
  const silent = reply.text === '' && reply.reasoning === '' && reply.calls.length === 0;
  if (silent) return <Waiting />;
  return (
    <div
      data-role="assistant"
      data-streaming
      aria-busy={run !== null && run !== undefined}
      // Joins the calls above.
      className={classes(callsAlone && afterCalls && '-mt-2')}
    >
      {reply.reasoning !== '' && (
        <div className="mb-2">
          <Reasoning
            id={reply.messageId}
            text={reply.reasoning}
            ms={reply.thinking?.ms}
            live={run && thinksNow(reply) ? { since: reply.thinking?.since } : undefined}
          />
        </div>
      )}
      {reply.text !== '' && <Markdown text={reply.text} streaming={run !== null} />}
      <div className={classes(reply.text !== '' && 'mt-2', 'empty:hidden')}>
        {reply.calls.map((call) => (
          <Preparing key={call.index} name={call.name} size={call.argumentsLength} />
        ))}
      </div>
      {!run && <p className="mt-2 text-ink-3 text-small">{strings.chat.replyInterrupted}</p>}
    </div>
  );
}

/** Also true between two texts; if thinking is not measured, until text arrives. */
function thinksNow({ thinking, text, calls }: StreamingReply): boolean {
  return thinking ? thinking.since !== undefined : text === '' && calls.length === 0;
}

function Preparing({ name, size }: { name: string; size: number }) {
  const Icon = toolIcon(name);
  return (
    <p className="flex min-h-8.5 items-center gap-2 text-ink-3 text-ui">
      <Icon className="size-4 shrink-0" strokeWidth={1.75} aria-hidden />
      <span className="tabular truncate">{strings.chat.preparing(name || '…', formatBytes(size))}</span>
      <Pulse />
    </p>
  );
}

function Waiting({ text = strings.chat.working }: { text?: string }) {
  return (
    <p className="flex min-h-6 items-center gap-2.5 text-ink-3 text-ui" role="status">
      <Pulse />
      <span className="wrap-anywhere min-w-0">{text}</span>
    </p>
  );
}

/** Retries at once when the machine is online again. */
function RetryRow() {
  const actions = useActions();
  const retry = useConversation((state) => state.run?.retry);
  const now = useNow(250);
  // A busy server gains nothing from a returning network.
  const isWaiting = retry?.error.cause === 'LLM_NETWORK';
  useEffect(() => {
    if (!isWaiting) return;
    const tryNow = (): void => void actions.tryNow();
    window.addEventListener('online', tryNow);
    return () => window.removeEventListener('online', tryNow);
  }, [isWaiting, actions]);
  if (!retry) return null;
  const leftMs = Math.ceil((Date.parse(retry.at) - now) / 1000) * 1000;
  const { code, cause, status } = retry.error;
  const message = strings.sentences.error(cause ?? code, retry.error.message, retry.error.said);
  const errorText = status === undefined ? message : strings.chat.answered(status);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-l border border-line px-3 py-2 text-ui">
      <Pulse />
      <p className="wrap-anywhere min-w-0 flex-1" title={message}>
        {errorText}
        {strings.sentences.gap(errorText)}
        <span className="tabular text-ink-2">
          {leftMs > 0 ? strings.chat.retryIn(formatElapsed(leftMs)) : strings.chat.retrying}
        </span>
      </p>
      {leftMs > 0 && (
        <Button size="small" onClick={() => void actions.tryNow()}>
          {strings.chat.tryNow}
        </Button>
      )}
      <Button size="small" onClick={() => void actions.stop()}>
        {strings.chat.stop}
      </Button>
    </div>
  );
}
