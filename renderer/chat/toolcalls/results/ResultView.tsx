// A result in the form that fits its tool, with the forms that were filled in for it and the images that it brought. What
// does not fit its form is shown as text: nothing is ever left out.

import type { ToolMessage } from '../../../../shared/conversation/message.ts';
import { parseArguments } from '../../../../shared/toolInfo.ts';
import { formatBytes } from '../../../format/bytes.ts';
import { strings } from '../../../strings.ts';
import type { CallRef } from '../../transcript/items.ts';
import { callLine } from '../callLine.ts';
import { AnsweredQuestion } from '../question/AnsweredQuestion.tsx';
import { answeredForms } from '../question/answeredQuestion.ts';
import { DiffView } from './DiffView.tsx';
import { FileView } from './FileView.tsx';
import { ListView } from './ListView.tsx';
import { MatchesView } from './MatchesView.tsx';
import { isNumbered } from './numberedLines.ts';
import { ResultImages } from './ResultImages.tsx';
import { shownText } from './shownText.ts';
import { TerminalView } from './TerminalView.tsx';
import { TextView } from './TextView.tsx';
import { TodoView } from './TodoView.tsx';

export function ResultView({ call, result }: { call: CallRef; result: ToolMessage }) {
  const { text, isPreview } = shownText(result);
  const forms = answeredForms(result.details);
  return (
    <>
      {forms.map((form, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: forms have no other name
        <AnsweredQuestion key={index} form={form} />
      ))}
      {/* What ask_user tells the model is the form and its answer. */}
      {!(call.name === 'ask_user' && forms.length > 0) && <Fitting call={call} result={result} text={text} />}
      <ResultImages result={result} sentence={callLine(call, result.outcome)} />
      {isPreview && (
        <p className="px-3 pb-2.5 text-ink-3 text-small">
          {strings.calls.previewOf(formatBytes(result.details?.bytes ?? 0))}
        </p>
      )}
    </>
  );
}

function Fitting({ call, result, text }: { call: CallRef; result: ToolMessage; text: string }) {
  const { details, outcome } = result;
  if (call.name === 'run_command' && outcome !== 'denied') {
    const { command } = parseArguments(call.arguments);
    const shown = typeof command === 'string' ? command : call.arguments;
    return <TerminalView command={shown} output={text} details={details} />;
  }
  if (details?.diff && outcome === 'ok') return <DiffView diff={details.diff} />;
  if (outcome !== 'ok') return <TextView text={text} tone={outcome === 'error' ? 'text-ink' : 'text-ink-2'} />;
  if (details?.todos) return <TodoView todos={details.todos.after} />;
  if (text === '') return <p className="px-3 py-2.5 text-ink-3 text-ui">{strings.calls.noOutput}</p>;
  if (call.name === 'read_file' && isNumbered(text)) return <FileView content={text} />;
  if (call.name === 'list_files' && details?.entries !== 0) return <ListView content={text} />;
  if (call.name === 'search_files' && details?.matches !== 0) return <MatchesView content={text} />;
  return <TextView text={text} />;
}
