// The rows of a transcript in short form: one word each.

import type { BoxState } from '../../renderer/core/calls/callState.ts';
import { type CallRef, transcriptItems } from '../../renderer/core/calls/items.ts';
import { type Row, type RowsInput, rowsOf } from '../../renderer/features/chat/transcript/rows.ts';
import type { Message } from '../../shared/conversation/message.ts';

export const stateOf = (call: CallRef): BoxState => call.result?.outcome ?? 'running';

export function rows(messages: readonly Message[], more: Partial<RowsInput> = {}): Row[] {
  return rowsOf({ items: transcriptItems(messages), stateOf, openCalls: {}, openFolds: {}, running: false, ...more });
}

/** `user`, `fold 3`, a call's key. */
export const shape = (list: readonly Row[]): string[] =>
  list.map((row) => (row.type === 'item' ? row.item.type : row.type === 'fold' ? `fold ${row.calls.length}` : row.key));
