// Before changes in files are undone or done again: what would happen to each file, what is left as it is, and what is not
// known. Nothing is done before the button.

import { useState } from 'react';
import type { ChangeDirection, ChangeTarget } from '../../shared/contract/toolResources.ts';
import { useSession } from '../state/context.tsx';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { FileDiffs, NotCovered, Shortened } from './FileDiffs.tsx';
import { useChangePreview } from './useChanges.ts';
import { union, useKnownNotCovered } from './useKnownNotCovered.ts';

const words = strings.changes.preview;

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
  const known = useKnownNotCovered(target);
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
    <Modal title={words[direction]} onClose={onClose} className="max-w-[820px]">
      <div className="grid min-h-0 flex-1 grid-cols-1 content-start gap-3 overflow-y-auto p-5">
        {error !== null && (
          <p role="alert" className="wrap-anywhere text-fail text-ui">
            {error}
          </p>
        )}
        {!preview && error === null && <p className="text-ink-3 text-ui">{words.loading}</p>}
        {preview && files.length === 0 && <p className="text-ui">{words.nothing[direction]}</p>}
        {files.length > 0 && <p className="text-ink-2 text-ui">{words.intro[direction]}</p>}
        <FileDiffs files={files} />
        <Shortened sentence={preview?.shortened} />
        <NotCovered sentences={union(preview?.notCovered, known)} />
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-5 py-3">
        {conflicts > 0 && <p className="min-w-0 flex-1 text-small text-wait">{words.conflicts(conflicts)}</p>}
        {error !== null && <Button onClick={load}>{strings.ui.tryAgain}</Button>}
        <Button tone="ghost" onClick={onClose}>
          {count > 0 ? strings.ui.cancel : strings.ui.close}
        </Button>
        {count > 0 && (
          <Button tone="primary" disabled={busy} onClick={() => void apply()}>
            {words.apply[direction](count)}
          </Button>
        )}
      </div>
    </Modal>
  );
}
