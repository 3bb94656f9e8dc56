// Which component draws which row.

import { memo } from 'react';
import { isCompaction } from '../../../../shared/conversation/context.ts';
import { Boundary } from '../../../ui/Boundary.tsx';
import { PlainRow, plainTextOfItem } from '../../calls/PlainRow.tsx';
import { MarkedRow } from '../../context/MarkedRow.tsx';
import { useRecordMark } from '../../context/recordMark.ts';
import { TurnChanges } from '../../undo/TurnChanges.tsx';
import { AssistantRow } from './AssistantRow.tsx';
import { CallEntry, FoldLine } from './CallGroup.tsx';
import { DroppedThinking } from './DroppedThinking.tsx';
import { EarlierTry } from './EarlierTry.tsx';
import { ErrorRow } from './ErrorRow.tsx';
import { NoteRow } from './NoteRow.tsx';
import { RecordRow } from './RecordRow.tsx';
import { type Row as AnyRow, apart, type SingleItem } from './rows.ts';
import { ToolRunRow } from './ToolRunRow.tsx';
import { UserRow } from './UserRow.tsx';

interface TranscriptRowProps {
  item: SingleItem;
  /** It is the last and no run is going on. */
  canContinue: boolean;
  /** The next one of its turn stands close below. */
  isStep?: boolean;
}

/** `idle`: no run is going on. One row that cannot be drawn is text. */
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

/**
 * What the model does not read, or always reads, says so. A tool's box and a compaction say it themselves.
 * @internal
 */
export const TranscriptRow = memo(function TranscriptRow(props: TranscriptRowProps) {
  const { item } = props;
  const mark = useRecordMark(item.type === 'error' ? item.message : null);
  // What failed and said nothing is hidden when it is tried again.
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
