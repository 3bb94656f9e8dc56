// Selects the component for each row.

import { ChevronRight } from 'lucide-react';
import { memo, useState } from 'react';
import { isCompaction } from '../../../../shared/conversation/context.ts';
import { environmentOf } from '../../../../shared/conversation/environment.ts';
import type { AssistantMessage, SystemMessage } from '../../../../shared/conversation/message.ts';
import { lazyPart } from '../../../core/parts/lazyPart.tsx';
import { strings } from '../../../core/strings.ts';
import { Boundary } from '../../../ui/Boundary.tsx';
import { classes } from '../../../ui/classes.ts';
import { HooksPart } from '../../calls/boxParts.ts';
import { PlainRow, plainTextOfItem } from '../../calls/FallbackRow.tsx';
import { MarkedRow } from '../../context/MarkedRow.tsx';
import { useMessageMark } from '../../context/messageMark.ts';
import { TurnChanges } from '../../undo/TurnChanges.tsx';
import { AssistantRow } from './AssistantRow.tsx';
import { CallEntry, FoldLine } from './CallGroup.tsx';
import { CompactionRow } from './CompactionRow.tsx';
import { DroppedThinking } from './DroppedThinking.tsx';
import { ErrorRow } from './ErrorRow.tsx';
import { NoteRow } from './NoteRow.tsx';
import { type Row as AnyRow, apart, type SingleItem } from './rows.ts';
import { ToolRunRow } from './ToolRunRow.tsx';
import { UserRow } from './UserRow.tsx';

/** Rare in most conversations, and with many strings, so loaded lazily. */
const ContextRowPart = lazyPart(
  async () => (await import('./ContextRow.tsx')).ContextRow,
  <p className="text-ink-3 text-small">{strings.chat.environment}</p>,
);

function RecordRow({ message }: { message: SystemMessage }) {
  if (environmentOf(message) === 'hook') return <HooksPart of={message} />;
  return message.compaction ? (
    <CompactionRow message={message} compaction={message.compaction} />
  ) : (
    <ContextRowPart message={message} />
  );
}

interface TranscriptRowProps {
  item: SingleItem;
  /** It is the last row, and no run is active. */
  canContinue: boolean;
  /** The next row of its turn follows closely. */
  isStep?: boolean;
}

/** `idle`: no run is active. A row that fails to render falls back to text. */
export const RowContent = memo(function RowContent({ row, idle }: { row: AnyRow; idle: boolean }) {
  if (row.type === 'fold') return <FoldLine row={row} />;
  if (row.type === 'call') return <CallEntry row={row} />;
  const { item, isLast, gap } = row;
  return (
    <Boundary of={item} instead={() => <PlainRow text={plainTextOfItem(item)} />}>
      <TranscriptRow item={item} canContinue={idle && isLast} isStep={gap < apart} />
    </Boundary>
  );
});

/** Labels messages that are hidden from the model or pinned; tool boxes and compactions do so themselves. @internal */
export const TranscriptRow = memo(function TranscriptRow(props: TranscriptRowProps) {
  const { item } = props;
  const mark = useMessageMark(item.type === 'error' ? item.message : null);
  // A failed attempt without text is hidden once it is retried.
  if (item.type === 'error' && mark === 'hidden' && !item.message.content?.trim()) {
    return <EarlierTry message={item.message} />;
  }
  if (item.type === 'toolRun' || item.type === 'changes' || item.type === 'dropped') return <Row {...props} />;
  if (isCompaction(item.message)) return <Row {...props} />;
  return (
    <MarkedRow message={item.message}>
      <Row {...props} />
    </MarkedRow>
  );
});

function Row({ item, canContinue, isStep }: TranscriptRowProps) {
  switch (item.type) {
    case 'user':
      return <UserRow message={item.message} />;
    case 'assistant':
      return <AssistantRow message={item.message} isStep={isStep} />;
    case 'error':
      return (
        <ErrorRow
          id={item.message.id}
          error={item.message.error}
          requestId={item.message.response?.requestId}
          partial={item.message.content ?? ''}
          thought={item.message.reasoning}
          thoughtMs={item.message.reasoningMs}
          canContinue={canContinue}
          isImported={item.message.origin !== undefined}
        />
      );
    case 'dropped':
      return <DroppedThinking message={item.message} />;
    case 'note':
      return <NoteRow message={item.message} canContinue={canContinue} />;
    case 'record':
      return <RecordRow message={item.message} />;
    case 'toolRun':
      return <ToolRunRow message={item.message} />;
    case 'changes':
      return <TurnChanges messageId={item.messageId} calls={item.calls} />;
  }
}

/** A failed model call that was retried: one quiet line, with the reason when expanded. */
function EarlierTry({ message }: { message: AssistantMessage }) {
  const { error } = message;
  const [open, setOpen] = useState(false);
  return (
    <div data-role="earlier-try" data-message={message.id}>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-mx-1 flex items-center gap-1 rounded-s px-1 text-ink-3 text-small hover:text-ink-2"
      >
        {strings.chat.earlierTry}
        <ChevronRight
          className={classes('size-3.5 transition-transform duration-120', open && 'rotate-90')}
          aria-hidden
        />
      </button>
      {open && (
        <p className="wrap-anywhere mt-1 border-line border-l-2 pl-3 text-ink-2 text-ui">
          {error
            ? strings.sentences.error(error.cause ?? error.code, error.message, error.said)
            : strings.chat.errorTitle}
        </p>
      )}
    </div>
  );
}
