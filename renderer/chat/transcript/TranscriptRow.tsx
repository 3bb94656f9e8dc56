// Which component draws which row.

import { memo } from 'react';
import { isCompaction } from '../../../shared/conversation/context.ts';
import { TurnChanges } from '../../changes/TurnChanges.tsx';
import { MarkedRow } from '../../context/MarkedRow.tsx';
import { useRecordMark } from '../../context/recordMark.ts';
import { CallGroup } from '../toolcalls/CallGroup.tsx';
import { AssistantRow } from './AssistantRow.tsx';
import { EarlierTry } from './EarlierTry.tsx';
import { ErrorRow } from './ErrorRow.tsx';
import type { TranscriptItem } from './items.ts';
import { NoteRow } from './NoteRow.tsx';
import { RecordRow } from './RecordRow.tsx';
import { ToolRunRow } from './ToolRunRow.tsx';
import { UserRow } from './UserRow.tsx';

export interface TranscriptRowProps {
  item: TranscriptItem;
  isLast: boolean;
  /** It is the last and no run is going on. */
  canContinue: boolean;
}

/** What the model does not read, or always reads, says so. A tool's box and a compaction say it themselves. */
export const TranscriptRow = memo(function TranscriptRow(props: TranscriptRowProps) {
  const { item } = props;
  const mark = useRecordMark(item.type === 'error' ? item.message : null);
  // What failed and said nothing is hidden when it is tried again.
  if (item.type === 'error' && mark === 'hidden' && !item.message.content?.trim()) {
    return <EarlierTry message={item.message} />;
  }
  if (item.type === 'calls' || item.type === 'toolRun' || item.type === 'changes') return <Row {...props} />;
  if (isCompaction(item.message)) return <Row {...props} />;
  return (
    <MarkedRow message={item.message}>
      <Row {...props} />
    </MarkedRow>
  );
});

function Row({ item, isLast, canContinue }: TranscriptRowProps) {
  switch (item.type) {
    case 'user':
      return <UserRow message={item.message} />;
    case 'assistant':
      return <AssistantRow message={item.message} />;
    case 'calls':
      return <CallGroup calls={item.calls} atEnd={isLast} />;
    case 'error':
      return (
        <ErrorRow
          id={item.message.id}
          error={item.message.error}
          partial={item.message.content ?? ''}
          canContinue={canContinue}
        />
      );
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
