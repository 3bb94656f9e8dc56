// A result in the form that fits its tool, with its answered forms and images.

import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { ToolMessage } from '../../../shared/conversation/message.ts';
import { readPageDetails } from '../../../shared/features/sharedBrowser/sharedBrowser.ts';
import { parseArguments } from '../../../shared/features/tools/toolInfo.ts';
import { callLine } from '../../core/calls/callLine.ts';
import type { CallRef } from '../../core/calls/items.ts';
import { formatBytes } from '../../core/format/amounts.ts';
import { useActions, useConversation } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { Markdown } from '../markdown/Markdown.tsx';
import { memoryWords } from '../memory/words.ts';
import { AnsweredQuestion } from './AnsweredQuestion.tsx';
import { answeredForms } from './answeredQuestion.ts';
import { DiffView } from './DiffView.tsx';
import { FileView } from './FileView.tsx';
import { JsonTree } from './JsonTree.tsx';
import { ListView } from './ListView.tsx';
import { LocationsView } from './LocationsView.tsx';
import { MatchesView } from './MatchesView.tsx';
import { PageMessages } from './PageMessages.tsx';
import { PlanView } from './PlanView.tsx';
import { PointButton } from './PointButton.tsx';
import { ResultImages } from './ResultImages.tsx';
import type { ResultForm } from './resultForm.ts';
import { SourcesView } from './SourcesView.tsx';
import { TerminalView } from './TerminalView.tsx';
import { TextView } from './TextPane.tsx';
import { TodoView } from './TodoView.tsx';

const words = memoryWords;

/** Undoes a change to the memory, unless it was changed since. */
function RestoreMemory({ call, result }: { call: CallRef; result: ToolMessage }) {
  const { call: ask } = useActions();
  const projectId = useConversation((state) => state.projectId);
  const [notice, setNotice] = useState<{ ok: boolean; text: string } | null>(null);
  const [asking, setAsking] = useState(false);
  if (projectId === undefined) return null;
  const isAll = parseArguments(call.arguments).scope === 'all';
  const restore = async (): Promise<void> => {
    setAsking(true);
    const { messageId, index } = call;
    const about = isAll ? 'memory' : 'projectMemory';
    const answer = await ask('ownText.restore', { about, projectId, messageId, index });
    setAsking(false);
    setNotice(answer.ok ? { ok: true, text: words.restored } : { ok: false, text: answer.error.message });
  };
  return (
    <div
      data-restore={result.id}
      className="flex flex-wrap items-center gap-2 border-line border-t px-3 py-2 text-small"
    >
      {!notice?.ok && (
        <Button size="small" disabled={asking} onClick={() => void restore()}>
          <Undo2 className="size-3.5" strokeWidth={1.75} aria-hidden />
          {words.restore}
        </Button>
      )}
      <span role="status" className={notice && !notice.ok ? 'wrap-anywhere min-w-0 text-fail' : 'text-ink-3'}>
        {notice?.text ?? ''}
      </span>
    </div>
  );
}

export function ResultView({ call, result, form }: { call: CallRef; result: ToolMessage; form: ResultForm }) {
  const answered = answeredForms(result.details);
  const page = readPageDetails(result.details);
  return (
    <div data-form={form.type}>
      {answered.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: forms have no stable id
        <AnsweredQuestion key={index} form={one} />
      ))}
      <LocationsView call={call} />
      <Fitting form={form} />
      {call.name === 'update_memory' && result.outcome === 'ok' && <RestoreMemory call={call} result={result} />}
      <ResultImages result={result} sentence={callLine(call, result.outcome)} />
      {page && <PointButton result={result} page={page} />}
      {page && <PageMessages messages={page.messages} />}
      {result.fullOutputPath !== undefined && (
        <p className="px-3 pb-2.5 text-ink-3 text-small">
          {strings.calls.previewOf(formatBytes(result.details?.bytes ?? 0))}
        </p>
      )}
    </div>
  );
}

function Fitting({ form }: { form: ResultForm }) {
  switch (form.type) {
    case 'none':
      return null;
    case 'empty':
      return <p className="px-3 py-2.5 text-ink-3 text-ui">{strings.calls.noOutput}</p>;
    case 'plan':
      return <PlanView plan={form.plan} />;
    case 'text':
      return <TextView text={form.text} tone={form.quiet ? 'text-ink-2' : 'text-ink'} />;
    case 'terminal':
      return <TerminalView command={form.command} output={form.output} details={form.details} />;
    case 'diff':
      return <DiffView diff={form.diff} named />;
    case 'todos':
      return <TodoView before={form.before} todos={form.after} />;
    case 'file':
      return <FileView content={form.content} path={form.path} />;
    case 'list':
      return <ListView content={form.content} base={form.base} />;
    case 'sources':
      return <SourcesView sources={form.sources} />;
    case 'matches':
      return <MatchesView content={form.content} pattern={form.pattern} ignoreCase={form.ignoreCase} />;
    case 'json':
      return (
        <>
          <Before text={form.before} />
          <JsonTree value={form.value} />
        </>
      );
    case 'markdown':
      return (
        <>
          <Before text={form.before} />
          <div className="px-3 py-2.5">
            <Markdown text={form.text} />
          </div>
        </>
      );
  }
}

/** The text that a tool puts before its output. */
function Before({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <p className="wrap-anywhere whitespace-pre-wrap border-line border-b px-3 py-1.5 text-ink-3 text-small">
      {visibleText(text)}
    </p>
  );
}
