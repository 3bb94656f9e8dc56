// Preview before undoing or redoing file changes: what happens to each file, what is left unchanged, and what is unknown.
// Changes nothing before the user confirms.

import { useState } from 'react';
import type { ChangeDirection, ChangeTarget } from '../../../shared/features/undo/methods.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { LoadState } from '../../core/parts/LoadState.tsx';
import { useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { ChangesFrame } from './ChangesFrame.tsx';
import { FileDiffs, TruncationNotice, UncoveredChanges } from './FileDiffs.tsx';
import { useChangePreview } from './useChanges.ts';
import { mergeTexts, useUncoveredChanges } from './useUncoveredChanges.ts';

const words = strings.undo.preview;

export function ChangesDialog({
  target,
  direction,
  onClose,
}: {
  target: ChangeTarget;
  direction: ChangeDirection;
  onClose: () => void;
}) {
  const { changes } = useSession();
  const { value: preview, error, load } = useChangePreview(target, direction);
  const [busy, setBusy] = useState(false);
  const uncovered = useUncoveredChanges(target);
  const files = preview?.files ?? [];
  const conflicts = files.filter(({ conflict }) => conflict !== undefined).length;
  const count = files.length - conflicts;
  const apply = async (): Promise<void> => {
    setBusy(true);
    const done = await changes.apply(target, direction);
    setBusy(false);
    if (done) onClose();
    else load();
  };
  return (
    <ChangesFrame
      title={words[direction]}
      className="max-w-[820px]"
      onClose={onClose}
      warning={conflicts > 0 ? words.conflicts(conflicts) : null}
      onCancel={onClose}
      cancel={count > 0 ? strings.ui.cancel : strings.ui.close}
      answers={
        count > 0 && (
          <Button tone="primary" disabled={busy} onClick={() => void apply()}>
            {lateStrings.undoing.apply[direction](count)}
          </Button>
        )
      }
    >
      <LoadState loaded={preview !== null} error={error} onAgain={load} />
      {preview && files.length === 0 && <p className="text-ui">{lateStrings.undoing.nothing[direction]}</p>}
      {files.length > 0 && <p className="text-ink-2 text-ui">{lateStrings.undoing.intro[direction]}</p>}
      <FileDiffs files={files} />
      <TruncationNotice sentence={preview?.shortened} />
      <UncoveredChanges sentences={mergeTexts(preview?.notCovered, uncovered)} />
    </ChangesFrame>
  );
}
