// The conversation's context: usage, breakdown, compactions, and every message with what hiding it would save.

import { FileJson2, FoldVertical, Redo2, ScrollText, Undo2 } from 'lucide-react';
import { useStore } from 'zustand/react';
import type { CompactionInfo, ContextReport } from '../../../shared/features/context/methods.ts';
import { formatFullTime, formatTime } from '../../core/format/time.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useConversation, useSession } from '../../core/state/context.tsx';
import { useConversationAgent } from '../../core/state/externalAgent.ts';
import { useInPlaceApp } from '../../core/state/inPlace.ts';
import { strings, timeLocale } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { useAgentSession } from '../externalAgents/agentStore.ts';
import { memoryWords } from '../memory/words.ts';
import { AgentContext } from './AgentContext.tsx';
import { ContextItemList } from './ContextItemList.tsx';
import { CostSection } from './CostSection.tsx';
import { fullness, percentOf, useContextView } from './contextStore.ts';
import { EnvironmentSection } from './EnvironmentSection.tsx';
import { PartsBar } from './PartsBar.tsx';

const words = lateStrings.context;

export function ContextPanel({ onClose }: { onClose: () => void }) {
  const { report, error } = useContextView();
  const there = useConversation(() => true) ?? false;
  const ours = useInPlaceApp() === null;
  const agentId = useConversationAgent();
  const agentSession = useAgentSession();
  return (
    <aside aria-label={words.title} className="panel flex h-full max-w-full flex-col bg-page">
      <PanelHead
        title={<h2 className="pr-1 font-strong text-ui">{words.title}</h2>}
        closeLabel={words.close}
        onClose={onClose}
      >
        {report && agentId === null && <Share report={report} />}
      </PanelHead>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {agentId !== null && (
          <>
            <AgentContext agentId={agentId} session={agentSession} />
            <CostSection />
          </>
        )}
        {error && agentId === null && (
          <p role="alert" className="wrap-anywhere px-4 pt-3 text-fail text-ui">
            {error.message}
          </p>
        )}
        {!report && !error && agentId === null && (
          <p className="px-4 py-3 text-ink-3 text-ui">{there ? words.loading : words.none}</p>
        )}
        {report && agentId === null && (
          <>
            <Overview report={report} />
            {/* Another app's costs are unknown, and it causes none here. */}
            {ours && <CostSection />}
            <Compactions list={report.compactions} />
            <EnvironmentSection items={report.items} />
            <ContextItemList items={report.items} />
          </>
        )}
      </div>
    </aside>
  );
}

function Share({ report }: { report: ContextReport }) {
  const { used, window } = report;
  const state = fullness(used, window.tokens);
  const tone = { calm: 'text-ink-3', near: 'text-wait', over: 'text-fail' }[state];
  return <span className={classes('tabular text-small', tone)}>{words.percent(percentOf(used, window.tokens))}</span>;
}

function Overview({ report }: { report: ContextReport }) {
  const { view, contextActions } = useSession();
  const compacting = useCompacting();
  const running = useConversation((state) => state.run !== null) ?? false;
  const ours = useInPlaceApp() === null;
  const { used, window, compactAt, method, lastUsage } = report;
  return (
    <section className="border-line border-b px-4 pt-3 pb-4">
      <p className="tabular text-ui">
        <span className="font-strong">{words.used(used, window.tokens)}</span>
      </p>
      <PartsBar report={report} />
      <details className="mt-3 text-ink-3 text-small">
        <summary className="cursor-default rounded-s hover:text-ink-2">
          {words.limits(window.tokens, compactAt, window.source === 'default' || window.source === 'accepted')}
        </summary>
        <div className="mt-1 flex flex-col gap-1 pl-3.5">
          <p>{words.windowFrom[window.source](words.tokens(window.tokens))}</p>
          <p>{words.compactAt(compactAt)}</p>
          <p>{words.method[method]}</p>
          {lastUsage && <p>{words.lastUsage(lastUsage.inputTokens, lastUsage.cachedInputTokens)}</p>}
        </div>
      </details>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" onClick={() => view.setState({ dialog: { type: 'request' } })}>
          <FileJson2 className="size-3.5" strokeWidth={1.75} aria-hidden />
          {words.whatIsSent}
        </Button>
        {ours && (
          <Button size="small" onClick={() => view.setState({ dialog: { type: 'told' } })}>
            <ScrollText className="size-3.5" strokeWidth={1.75} aria-hidden />
            {memoryWords.title}
          </Button>
        )}
        {ours && (
          <Button
            data-needs="context.compact"
            size="small"
            disabled={compacting || running}
            title={running && !compacting ? words.compactWaits : undefined}
            onClick={() => void contextActions.compact()}
          >
            <FoldVertical className="size-3.5" strokeWidth={1.75} aria-hidden />
            {compacting ? words.compacting : words.compactNow}
          </Button>
        )}
      </div>
    </section>
  );
}

/** True while a compaction is in progress, started by the user or by a run. */
function useCompacting(): boolean {
  const { contextActions } = useSession();
  const isCompacting = useStore(contextActions.store, ({ compacting }) => compacting);
  const byRun = useConversation((state) => state.run?.phase === 'compacting') ?? false;
  return isCompacting || byRun;
}

/**
 * Active compactions, newest first, each with undo and redo. Omits those covered by a later summary, since undoing them
 * would change nothing.
 */
function Compactions({ list }: { list: readonly CompactionInfo[] }) {
  const { contextActions } = useSession();
  const ours = useInPlaceApp() === null;
  const counting = list.filter(({ superseded }) => !superseded);
  if (counting.length === 0) return null;
  return (
    <section className="border-line border-b px-4 pt-3 pb-3">
      <h3 className="text-ink-3 text-small">{words.compactions}</h3>
      <ul aria-label={words.compactions}>
        {counting
          .toReversed()
          .map(({ messageId, createdAt, summarised, cleared, tokensBefore, tokensAfter, undone }) => (
            <li key={messageId} data-compaction={undone ? 'undone' : 'done'} className="flex items-center gap-2 py-1.5">
              <span className="min-w-0 flex-1">
                <span className={classes('block truncate text-ui', undone && 'text-ink-3')}>
                  {words.compaction(summarised, cleared)}
                  {undone && <span className="text-ink-3"> · {words.undone}</span>}
                </span>
                <span className="tabular block truncate text-ink-3 text-small">
                  <time dateTime={createdAt} title={formatFullTime(createdAt, timeLocale)}>
                    {formatTime(createdAt, Date.now(), timeLocale, strings.ui.time)}
                  </time>
                  {' · '}
                  {words.from(tokensBefore, tokensAfter)}
                </span>
              </span>
              {ours && (
                <Button
                  data-needs="context.mark"
                  size="small"
                  tone="ghost"
                  aria-label={undone ? words.redoCompaction : words.undoCompaction}
                  onClick={() => void contextActions.setUndone(messageId, !undone)}
                >
                  {undone ? (
                    <Redo2 className="size-3.5" strokeWidth={1.75} aria-hidden />
                  ) : (
                    <Undo2 className="size-3.5" strokeWidth={1.75} aria-hidden />
                  )}
                  {undone ? words.redo : words.undo}
                </Button>
              )}
            </li>
          ))}
      </ul>
    </section>
  );
}
