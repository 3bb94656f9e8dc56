// All that a turn changed in files, from before it to after it: one diff for each file, whatever number of calls made it.

import type { ChangeTarget } from '../../shared/contract/toolResources.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { FileDiffs, NotCovered, Shortened } from './FileDiffs.tsx';
import { LineCount } from './FileLine.tsx';
import { useReview } from './useChanges.ts';
import { union, useKnownNotCovered } from './useKnownNotCovered.ts';

const words = strings.changes;

export function ReviewDialog({ target, onClose }: { target: ChangeTarget; onClose: () => void }) {
  const { value: review, error, load } = useReview(target);
  const known = useKnownNotCovered(target);
  const files = review?.files ?? [];
  const sum = (name: 'added' | 'removed'): number => files.reduce((total, file) => total + (file[name] ?? 0), 0);
  return (
    <Modal
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
      <div className="grid min-h-0 flex-1 grid-cols-1 content-start gap-3 overflow-y-auto p-5">
        {error !== null && (
          <div className="flex items-center gap-3">
            <p role="alert" className="wrap-anywhere min-w-0 flex-1 text-fail text-ui">
              {error}
            </p>
            <Button size="small" onClick={load}>
              {strings.ui.tryAgain}
            </Button>
          </div>
        )}
        {!review && error === null && <p className="text-ink-3 text-ui">{words.preview.loading}</p>}
        {review && files.length === 0 && <p className="text-ui">{words.reviewEmpty}</p>}
        <FileDiffs files={files} />
        <Shortened sentence={review?.shortened} />
        <NotCovered sentences={union(review?.notCovered, known)} />
      </div>
    </Modal>
  );
}
