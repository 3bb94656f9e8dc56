// All file changes of a turn, from before it to after it: one diff per file, regardless of how many calls changed it.

import type { ChangeTarget } from '../../../shared/features/undo/methods.ts';
import { LoadState } from '../../core/parts/LoadState.tsx';
import { strings } from '../../core/strings.ts';
import { ChangesFrame } from './ChangesFrame.tsx';
import { FileDiffs, TruncationNotice, UncoveredChanges } from './FileDiffs.tsx';
import { LineCount } from './FileLine.tsx';
import { useChangeReview } from './useChanges.ts';
import { mergeTexts, useUncoveredChanges } from './useUncoveredChanges.ts';

const words = strings.undo;

export function ReviewDialog({ target, onClose }: { target: ChangeTarget; onClose: () => void }) {
  const { value: review, error, load } = useChangeReview(target);
  const uncovered = useUncoveredChanges(target);
  const files = review?.files ?? [];
  const sum = (name: 'added' | 'removed'): number => files.reduce((total, file) => total + (file[name] ?? 0), 0);
  return (
    <ChangesFrame
      title={words.reviewTitle}
      onClose={onClose}
      className="max-w-[980px]"
      head={
        files.length > 0 && (
          <p className="truncate text-ink-3 text-small">
            {words.filesChanged(files.length)}
            <LineCount added={sum('added')} removed={sum('removed')} />
          </p>
        )
      }
    >
      <LoadState loaded={review !== null} error={error} onAgain={load} />
      {review && files.length === 0 && <p className="text-ui">{words.reviewEmpty}</p>}
      <FileDiffs files={files} />
      <TruncationNotice sentence={review?.shortened} />
      <UncoveredChanges sentences={mergeTexts(review?.notCovered, uncovered)} />
    </ChangesFrame>
  );
}
