// The host's data of a review: the changed files, the changes of the open one, and the comments. Reloads when the
// conversation has changed files.

import { useCallback, useEffect, useRef, useState } from 'react';
import type {
  CommentWithState,
  ReviewDiff,
  ReviewFile,
  ReviewList,
  ReviewTarget,
} from '../../../shared/features/review/review.ts';
import { type AsyncValue, useAsyncValue } from '../../core/parts/LoadState.tsx';
import { useChangeCount } from '../../core/state/changeCount.ts';
import { useActions } from '../../core/state/context.tsx';

export function useReviewList(conversationId: string, target: ReviewTarget): AsyncValue<ReviewList> {
  const { call } = useActions();
  const key = JSON.stringify(target);
  const count = useChangeCount();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `count` reloads
  const ask = useCallback(
    (signal: AbortSignal) => call('review.list', { conversationId, target: JSON.parse(key) as ReviewTarget }, signal),
    [call, conversationId, key, count],
  );
  return useAsyncValue(ask);
}

export interface Comments {
  list: readonly CommentWithState[];
  reload(): void;
}

export function useComments(conversationId: string, list: ReviewList | null): Comments {
  const { call } = useActions();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list of files may have changed their lines
  const ask = useCallback(
    (signal: AbortSignal) => call('review.comments', { conversationId }, signal),
    [call, conversationId, list],
  );
  const { value, load } = useAsyncValue(ask);
  return { list: value?.comments ?? none, reload: load };
}

const none: readonly CommentWithState[] = [];

export interface FileDiffState {
  parts: readonly (ReviewDiff & { type: 'text' })[];
  /** Anything else than lines; null while it loads. */
  other: Exclude<ReviewDiff, { type: 'text' }> | null;
  error: string | null;
  /** Loads the changes of a long file, or the next part. */
  more(): void;
  reload(): void;
}

export function useFileDiff(
  conversationId: string,
  target: ReviewTarget,
  file: Pick<ReviewFile, 'path' | 'version'>,
  ignoreWhitespace: boolean,
): FileDiffState {
  const { call } = useActions();
  const [state, setState] = useState<Omit<FileDiffState, 'more' | 'reload'>>(empty);
  const [tries, setTries] = useState(0);
  const whole = useRef(false);
  const { path, version } = file;
  const key = JSON.stringify(target);
  const load = useCallback(
    async (from: number, signal?: AbortSignal): Promise<void> => {
      const place = { conversationId, target: JSON.parse(key) as ReviewTarget, path };
      const answer = await call('review.diff', { ...place, ignoreWhitespace, whole: whole.current, from }, signal);
      if (signal?.aborted) return;
      if (!answer.ok) return setState((now) => ({ ...now, error: answer.error.message }));
      const diff = answer.value;
      if (diff.type === 'text')
        setState((now) => ({ parts: from === 0 ? [diff] : [...now.parts, diff], other: null, error: null }));
      else setState({ parts: [], other: diff, error: null });
    },
    [call, conversationId, key, path, ignoreWhitespace],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version or try loads again
  useEffect(() => {
    const controller = new AbortController();
    void load(0, controller.signal);
    return () => controller.abort();
  }, [load, version, tries]);
  return {
    ...state,
    more() {
      whole.current = true;
      void load(state.parts.at(-1)?.next ?? 0);
    },
    reload: () => setTries((now) => now + 1),
  };
}

const empty = { parts: [], other: null, error: null };
