// Which files the conversation changed: as the host recorded it, and for the current run by its results.

import { useCallback, useMemo } from 'react';
import type { Message } from '../../../../shared/conversation/message.ts';
import { ok } from '../../../../shared/core/errors.ts';
import type { ChangedPath } from '../../../../shared/features/review/review.ts';
import { changesOf } from '../../../core/calls/callChanges.ts';
import { useAsyncValue } from '../../../core/parts/LoadState.tsx';
import { useChangeCount } from '../../../core/state/changeCount.ts';
import { useConversation, useSession } from '../../../core/state/context.tsx';

export type ChangeMark = 'added' | 'modified' | 'deleted';

/** By path. */
export type ChangeMarks = ReadonlyMap<string, ChangeMark>;

export function useChangeMarks(conversationId: string): ChangeMarks {
  const { connection, conversation } = useSession();
  const count = useChangeCount();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `count` reloads
  const ask = useCallback(
    async (signal: AbortSignal) => {
      const lastId = conversation.store.getState().state?.messages.at(-1)?.id;
      const answer = await connection.call('review.paths', { conversationId }, signal);
      return answer.ok ? ok({ marks: marksOf(answer.value.files), lastId }) : answer;
    },
    [connection, conversation, conversationId, count],
  );
  const { value } = useAsyncValue(ask);
  const messages = useConversation((state) => state.messages);
  return useMemo(() => {
    const at = messages?.findLastIndex(({ id }) => id === value?.lastId) ?? -1;
    return at < 0 ? (value?.marks ?? none) : withResults(value?.marks ?? none, messages?.slice(at + 1) ?? []);
  }, [value, messages]);
}

const none: ChangeMarks = new Map();

function marksOf(files: readonly ChangedPath[]): ChangeMarks {
  const marks = new Map<string, ChangeMark>();
  for (const { from } of files) if (from !== undefined) marks.set(from, 'deleted');
  for (const { path, kind } of files) marks.set(path, kind);
  return marks;
}

/** Adds the changes of further results. Later changes of a file replace earlier ones. */
function withResults(before: ChangeMarks, messages: readonly Message[]): ChangeMarks {
  const results = messages.flatMap((message) =>
    message.role === 'tool' ? (changesOf({ result: message })?.files ?? []) : [],
  );
  if (results.length === 0) return before;
  const marks = new Map(before);
  for (const { path, from, kind } of results) {
    const mark = marks.get(path);
    if (from !== undefined) marks.set(from, 'deleted');
    if (kind === 'deleted') {
      if (mark === 'added') marks.delete(path);
      else marks.set(path, 'deleted');
    } else if (kind === 'added' || kind === 'renamed') marks.set(path, mark === 'deleted' ? 'modified' : 'added');
    else marks.set(path, mark === 'added' ? 'added' : 'modified');
  }
  return marks;
}

/** The number of changed files in each folder and those above it. */
export function changeCounts(marks: ChangeMarks): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of marks.keys()) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  return counts;
}
