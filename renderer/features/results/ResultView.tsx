// A result in the form that fits its tool, with the forms that were filled in for it and the images that it brought.

import type { ToolMessage } from '../../../shared/conversation/message.ts';
import { callLine } from '../../core/calls/callLine.ts';
import type { CallRef } from '../../core/calls/items.ts';
import { formatBytes } from '../../core/format/bytes.ts';
import { strings } from '../../core/strings.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { Markdown } from '../markdown/Markdown.tsx';
import { AnsweredQuestion } from './AnsweredQuestion.tsx';
import { answeredForms } from './answeredQuestion.ts';
import { DiffView } from './DiffView.tsx';
import { FileView } from './FileView.tsx';
import { JsonTree } from './JsonTree.tsx';
import { ListView } from './ListView.tsx';
import { MatchesView } from './MatchesView.tsx';
import { PlanView } from './PlanView.tsx';
import { RestoreMemory } from './RestoreMemory.tsx';
import { ResultImages } from './ResultImages.tsx';
import type { ResultForm } from './resultForm.ts';
import { SourcesView } from './SourcesView.tsx';
import { TerminalView } from './TerminalView.tsx';
import { TextView } from './TextPane.tsx';
import { TodoView } from './TodoView.tsx';

export function ResultView({ call, result, form }: { call: CallRef; result: ToolMessage; form: ResultForm }) {
  const answered = answeredForms(result.details);
  return (
    <div data-form={form.type}>
      {answered.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: forms have no other name
        <AnsweredQuestion key={index} form={one} />
      ))}
      <Fitting form={form} />
      {call.name === 'update_memory' && result.outcome === 'ok' && <RestoreMemory call={call} result={result} />}
      <ResultImages result={result} sentence={callLine(call, result.outcome)} />
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

/** What a tool says in front of what it gives. */
function Before({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <p className="wrap-anywhere whitespace-pre-wrap border-line border-b px-3 py-1.5 text-ink-3 text-small">
      {visibleText(text)}
    </p>
  );
}
