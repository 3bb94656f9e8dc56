// Hook runs, in the box of their call or, for hooks at the end of a turn, as a line of the conversation.

import { ChevronRight, Webhook } from 'lucide-react';
import type { SystemMessage, ToolDetails, ToolMessage } from '../../../shared/conversation/message.ts';
import { formatBytes } from '../../core/format/amounts.ts';
import { formatDuration } from '../../core/format/duration.ts';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { CallChanges } from '../undo/CallChanges.tsx';
import { type HookRunDetails, hookChangesOf, hookRunsOf, needsAttention, outcomeLabel } from './hookRuns.ts';
import { hookWords } from './words.ts';

const words = hookWords;

export function MessageHookRuns({ of }: { of: ToolMessage | SystemMessage }) {
  return of.role === 'system' ? <EventRuns message={of} /> : <HookRuns details={of.details} />;
}

/** Runs outside of calls: one subdued line that expands. */
function EventRuns({ message }: { message: SystemMessage }) {
  const { details = {}, replyId, includeInContext } = message;
  const title = eventTitle(hookRunsOf(details), includeInContext !== false);
  return (
    <details data-role="system" data-message={message.id} className="group/ended">
      <summary className="-mx-1 inline-flex list-none items-center gap-1 rounded-s px-1 text-ink-3 text-small hover:text-ink-2 [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronRight className="size-3.5 transition-transform duration-120 group-open/ended:rotate-90" aria-hidden />
      </summary>
      <div className="mt-1 border-line border-l-2 pl-3 text-ink-2">
        <HookRuns details={details} />
        {replyId !== undefined && (
          <CallChanges call={{ key: message.id, messageId: replyId, index: 0, result: message }} />
        )}
      </div>
    </details>
  );
}

function eventTitle(runs: readonly HookRunDetails[], isSent: boolean): string {
  const event = runs[0]?.event ?? 'Stop';
  const failed = runs.some(needsAttention);
  if (event === 'Stop' || event === 'SubagentStop') {
    return isSent ? words.ended.sentBack : failed ? words.ended.failed : words.ended.ran;
  }
  const title = isSent ? words.event.added : failed ? words.event.failed : words.event.ran;
  return strings.sentences.pair(title, words.events[event]);
}

export function HookRuns({ details }: { details: ToolDetails | undefined }) {
  const runs = hookRunsOf(details ?? {});
  const changed = hookChangesOf(details ?? {});
  if (runs.length === 0) return null;
  return (
    <section aria-label={words.run.title} data-hooks className="border-line border-t px-1 py-1">
      <ul>
        {runs.map((run, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: runs have no id and a fixed order
          <li key={at}>
            <HookRunLine run={run} />
          </li>
        ))}
      </ul>
      {changed.length > 0 && (
        <p className="wrap-anywhere px-2 pb-1 text-ink-3 text-small" title={changed.map(visibleText).join('\n')}>
          {strings.sentences.pair(words.run.changed(changed.length), strings.sentences.list(changed.map(visibleText)))}
        </p>
      )}
    </section>
  );
}

export function HookRunLine({ run, open = false }: { run: HookRunDetails; open?: boolean }) {
  const wrong = needsAttention(run);
  return (
    <details open={open} className="group/hook">
      <summary className="flex min-h-7 list-none items-center gap-2 rounded-m px-2 text-ink-2 text-small hover:bg-soft [&::-webkit-details-marker]:hidden">
        <Webhook className="size-3.5 shrink-0 text-ink-3" strokeWidth={1.75} aria-label={words.events[run.event]} />
        <code className="min-w-0 truncate">
          <VisibleText text={run.command} />
        </code>
        <ChevronRight
          className="size-3.5 shrink-0 text-ink-3 transition-transform duration-120 group-open/hook:rotate-90"
          aria-hidden
        />
        <span className="ml-auto flex shrink-0 items-center gap-2 pl-2">
          <span className={classes(wrong && 'text-fail')}>{outcomeLabel(run)}</span>
          <span className="tabular text-ink-3">{formatDuration(run.duration)}</span>
        </span>
      </summary>
      <HookRunBody run={run} />
    </details>
  );
}

function HookRunBody({ run }: { run: HookRunDetails }) {
  const { text, problem, output, printed, exitCode } = run;
  const facts = [
    words.events[run.event],
    exitCode === null ? '' : words.run.exit(exitCode),
    printed === null ? '' : words.run.printed(formatBytes(printed)),
  ].filter(Boolean);
  return (
    <div className="grid gap-1.5 px-2 pt-0.5 pb-2 pl-[30px] text-small">
      <p className="tabular text-ink-3">{facts.join(' · ')}</p>
      {problem !== null && (
        <p className={classes('wrap-anywhere', needsAttention(run) ? 'text-fail' : 'text-ink-2')}>
          <VisibleText text={strings.sentences.host(problem)} />
        </p>
      )}
      {text !== '' && (
        <p className="wrap-anywhere whitespace-pre-wrap text-ink-2">
          <VisibleText text={text} />
        </p>
      )}
      {output === '' && text === '' && problem === null && <p className="text-ink-3">{words.run.noOutput}</p>}
      {output.trim() !== '' && output.trim() !== text && (
        <pre className="wrap-anywhere max-h-64 overflow-auto whitespace-pre-wrap rounded-m bg-sunk px-2.5 py-1.5 font-mono text-code text-ink-2">
          <VisibleText text={output.replace(/\n$/, '')} />
        </pre>
      )}
      <details className="text-ink-3">
        <summary className="cursor-default rounded-s hover:text-ink-2">{words.form.command}</summary>
        <pre className="wrap-anywhere mt-1 whitespace-pre-wrap font-mono text-code text-ink-2">
          <VisibleText text={run.command} />
        </pre>
      </details>
    </div>
  );
}
