// Asks, before regenerating a reply that changed files, whether to restore the files first, and previews that. The default is
// to leave them unchanged.

import { useState } from 'react';
import { lateStrings } from '../../core/lateStrings.ts';
import { useConversation, useSession } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { focusComposer } from '../../ui/focus.ts';
import { ChangesFrame } from './ChangesFrame.tsx';
import { RestorePreview } from './RestorePreview.tsx';
import { useChangePreview } from './useChanges.ts';

const words = lateStrings.branching.again;

type Files = 'stay' | 'back';

export function RegenerateDialog({ messageId, onClose }: { messageId: string; onClose: () => void }) {
  const { branches } = useSession();
  const running = useConversation((state) => state.run !== null) ?? false;
  const [files, setFiles] = useState<Files>('stay');
  const [busy, setBusy] = useState(false);
  const preview = useChangePreview({ type: 'since', messageId }, 'undo');
  const go = async (): Promise<void> => {
    setBusy(true);
    const begun = await branches.regenerate(messageId, files === 'back');
    setBusy(false);
    if (!begun) return;
    onClose();
    // The reply that opened the dialog disappears.
    requestAnimationFrame(focusComposer);
  };
  return (
    <ChangesFrame
      title={words.title}
      className="max-w-[640px]"
      onClose={onClose}
      warning={running && !busy ? lateStrings.branching.running : null}
      onCancel={onClose}
      answers={
        <Button tone="primary" disabled={busy || running} onClick={() => void go()}>
          {words.confirm}
        </Button>
      }
    >
      <p className="text-ink-2 text-ui">{words.body}</p>
      <ChoiceList<Files>
        label={words.files}
        value={files}
        onChange={setFiles}
        choices={[
          { value: 'stay', label: words.stay, hint: words.stayHint },
          { value: 'back', label: words.back, hint: words.backHint },
        ]}
      />
      {files === 'back' && <RestorePreview preview={preview} />}
    </ChangesFrame>
  );
}
