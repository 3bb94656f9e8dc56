// Rows of the current conversation: rebuilt when messages, call states or folds change; unchanged rows keep their
// identity.

import { useEffect, useMemo, useRef } from 'react';
import type { Message } from '../../../../shared/conversation/message.ts';
import { type BoxState, callStatus, runsElsewhere } from '../../../core/calls/callState.ts';
import { type CallRef, reuseItems, type TranscriptItem, transcriptItems } from '../../../core/calls/items.ts';
import { useConversation, useSession, useView } from '../../../core/state/context.tsx';
import type { FoldGuard } from './foldGuard.ts';
import { type Row, reuseRows, rowsOf, unansweredCalls, unmarkedKeys } from './rows.ts';

/** `guard`: the reader's position, as far as known. */
export function useRows(messages: readonly Message[], hasLater: boolean, guard: FoldGuard): Row[] {
  const items = useItems(messages);
  const open = useMemo(() => unansweredCalls(items), [items]);
  // One word per call: rows are rebuilt when a state changes, not for every line of output.
  const states =
    useConversation((state) =>
      open.map((call) => callStatus(call, state, runsElsewhere(call, state)).state).join(' '),
    ) ?? '';
  const running = useConversation((state) => state.run !== null || state.reply !== null || state.elsewhere) ?? false;
  const openCalls = useView((view) => view.openCalls);
  const openFolds = useView((view) => view.openFolds);
  useMarkedFolds(items);
  const before = useRef<Row[]>([]);
  return useMemo(() => {
    const list = states.split(' ');
    const stateByKey = new Map(open.map((call, index) => [call.key, list[index] as BoxState]));
    const stateOf = (call: CallRef): BoxState => call.result?.outcome ?? stateByKey.get(call.key) ?? 'interrupted';
    const place = { hasLater, mayFold: guard.over(before.current), focused: guard.focused() };
    const rows = rowsOf({ items, stateOf, openCalls, openFolds, running, ...place });
    before.current = reuseRows(before.current, rows);
    return before.current;
  }, [items, open, states, running, openCalls, openFolds, hasLater, guard]);
}

function useItems(messages: readonly Message[]): TranscriptItem[] {
  const before = useRef<TranscriptItem[]>([]);
  return useMemo(() => {
    before.current = reuseItems(before.current, transcriptItems(messages));
    return before.current;
  }, [messages]);
}

/** Marks calls that join an expanded group as expanded, in case the earlier calls are unloaded. */
function useMarkedFolds(items: readonly TranscriptItem[]): void {
  const { view } = useSession();
  useEffect(() => {
    const keys = unmarkedKeys(items, view.getState().openFolds);
    if (keys.length === 0) return;
    const marks = Object.fromEntries(keys.map((key) => [key, true]));
    view.setState(({ openFolds }) => ({ openFolds: { ...openFolds, ...marks } }));
  }, [items, view]);
}
