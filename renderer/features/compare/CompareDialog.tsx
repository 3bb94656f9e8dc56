// The answers of a compare side by side; in narrow windows, one at a time behind tabs.

import { useLayoutEffect, useRef, useState } from 'react';
import { openCompare } from '../../../shared/features/compare/compare.ts';
import type { ContestantStatus } from '../../../shared/features/compare/methods.ts';
import type { DialogProps } from '../../core/feature.ts';
import { LoadState } from '../../core/parts/LoadState.tsx';
import { useConversation, useSession, useView } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { dialogFootClasses } from '../../ui/FormActions.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { narrowQuery, useMedia } from '../../ui/useMedia.ts';
import { AnswersHere } from '../approvals/useAnswerKeys.tsx';
import { formatCost } from '../costs/words.ts';
import { CompareColumn, isActive } from './CompareColumn.tsx';
import { CompareTabs } from './CompareTabs.tsx';
import { useContestantNames } from './contestantName.ts';
import { useAnswersIn } from './useAnswersIn.ts';
import { useCompare } from './useCompare.ts';
import { compareWords as words } from './words.ts';

/** A column has to fit a diff and the buttons of an approval. */
const tooNarrowForThree = '(width < 1080px)';

export function CompareDialog({ conversationId, compareId, contestantId: soughtId, onClose }: DialogProps<'compare'>) {
  const { actions, toasts, view } = useSession();
  const compares = useConversation((state) => state.compares);
  const compare =
    compareId === undefined
      ? (openCompare(compares, compares?.at(-1)?.headId) ?? compares?.at(-1))
      : compares?.find(({ id }) => id === compareId);
  const { contestants, error, load } = useCompare(conversationId, compare);
  const [isBusy, setBusy] = useState(false);
  const [chosen, setChosen] = useState(0);
  const isNarrow = useMedia((compare?.contestants.length ?? 0) > 2 ? tooNarrowForThree : narrowQuery);
  const names = useContestantNames(compare?.contestants ?? []);
  const shownIndex = Math.min(chosen, Math.max(0, names.length - 1));
  const columns = (contestants ?? []).filter((_each, at) => !isNarrow || at === shownIndex);
  const soughtIndex = contestants?.findIndex((each) => each.conversationId === soughtId) ?? -1;
  // Each request to show an answer is a dialog of its own. Once it is fulfilled, the tabs are the user's.
  const request = useView((now) => now.dialog);
  const fulfilled = useRef<typeof request>(null);
  useLayoutEffect(() => {
    if (soughtIndex < 0 || fulfilled.current === request) return;
    if (shownIndex !== soughtIndex) return setChosen(soughtIndex);
    fulfilled.current = request;
    document.querySelector<HTMLElement>(`[data-contestant="${soughtId}"] [role="log"]`)?.focus();
  }, [request, soughtId, soughtIndex, shownIndex]);
  const answers = useAnswersIn(columns.map((each) => each.conversationId));
  const { call, report } = actions;

  async function adopt({ conversationId: contestantId }: ContestantStatus, name: string): Promise<void> {
    if (!compare) return;
    const { dialog } = view.getState();
    setBusy(true);
    const answer = await call('compare.adopt', { conversationId, compareId: compare.id, contestantId });
    setBusy(false);
    if (!answer.ok) {
      report(answer.error);
      load();
      return;
    }
    // Its changes are in the worktree that is now this conversation's: the user reviews them, and merges them or not.
    const review = (): void => view.setState({ dialog: { type: 'worktree', conversationId, act: 'changes' } });
    const isOpen = view.getState().dialog === dialog;
    const { hasChanges } = answer.value;
    toasts.show({
      tone: 'info',
      message: words.adoptedToast(name),
      about: conversationId,
      ...(hasChanges && !isOpen ? { action: { label: words.changes, run: review } } : {}),
    });
    if (!isOpen) return;
    onClose();
    if (hasChanges) review();
  }

  return (
    <Modal title={words.title} onClose={onClose} className="h-[calc(100dvh-32px)] max-w-[1480px]">
      {!compare && <p className="p-5 text-ink-2 text-ui">{compares ? words.gone : words.opening}</p>}
      {compare && !contestants && (
        <div className="p-5">
          <LoadState loaded={false} error={error} onAgain={load} loading={words.opening} />
        </div>
      )}
      {compare && contestants && isNarrow && (
        <CompareTabs names={names} contestants={contestants} chosen={shownIndex} onChoose={setChosen} />
      )}
      {compare && contestants && (
        <div data-compare={compare.id} {...answers.on} className="flex min-h-0 flex-1 divide-x divide-line">
          {contestants.map((status, at) =>
            isNarrow && at !== shownIndex ? null : (
              <AnswersHere key={status.conversationId} value={status.conversationId === answers.conversationId}>
                <CompareColumn
                  conversationId={conversationId}
                  compare={compare}
                  status={status}
                  name={names[at] ?? ''}
                  isBusy={isBusy}
                  onChange={load}
                  onAdopt={() => void adopt(status, names[at] ?? '')}
                  className="flex-1"
                />
              </AnswersHere>
            ),
          )}
        </div>
      )}
      {compare && contestants && (
        <div className={classes('flex items-center gap-3', dialogFootClasses)}>
          <Total contestants={contestants} />
          <span className="ml-auto flex gap-2">
            {contestants.some(isActive) && (
              <Button
                data-needs="compare.stop"
                onClick={() => void call('compare.stop', { conversationId, compareId: compare.id })}
              >
                {words.stopAll}
              </Button>
            )}
            <Button onClick={onClose}>{strings.ui.close}</Button>
          </span>
        </div>
      )}
    </Modal>
  );
}

function Total({ contestants }: { contestants: readonly ContestantStatus[] }) {
  const usd = contestants.reduce((sum, each) => sum + (each.usd ?? 0), 0);
  const unknown = contestants.filter(({ unknownCost }) => unknownCost).length;
  const isKnown = contestants.some((each) => each.usd !== null);
  return (
    <p className="tabular text-ink-3 text-small">
      {isKnown && strings.sentences.pair(words.total, formatCost({ usd, unknown }))}
    </p>
  );
}
