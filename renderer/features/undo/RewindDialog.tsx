// Asks before rewinding the conversation to one of the user's messages: with or without the files, with a preview. Rewinding
// deletes nothing.

import { useState } from 'react';
import { lateStrings } from '../../core/lateStrings.ts';
import { useConversation, useSession } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { ChangesFrame } from './ChangesFrame.tsx';
import { RestorePreview } from './RestorePreview.tsx';
import { useChangePreview } from './useChanges.ts';

const words = lateStrings.undoing.rewind;

type What = 'conversation' | 'files';

export function RewindDialog({ messageId, onClose }: { messageId: string; onClose: () => void }) {
  const { changes } = useSession();
  const running = useConversation((state) => state.run !== null) ?? false;
  const [what, setWhat] = useState<What>('conversation');
  const [busy, setBusy] = useState(false);
  const preview = useChangePreview({ type: 'since', messageId }, 'undo');
  const go = async (): Promise<void> => {
    setBusy(true);
    const done = await changes.rewind(messageId, what === 'files');
    setBusy(false);
    if (done) onClose();
  };
  return (
    <ChangesFrame
      title={words.title}
      className="max-w-[640px]"
      onClose={onClose}
      warning={running ? words.running : null}
      onCancel={onClose}
      answers={
        <Button tone="primary" disabled={busy || running} onClick={() => void go()}>
          {words.confirm}
        </Button>
      }
    >
      <p className="text-ink-2 text-ui">{words.body}</p>
      <ChoiceList<What>
        label={words.what}
        value={what}
        onChange={setWhat}
        choices={[
          { value: 'conversation', label: words.conversation, hint: words.conversationHint },
          { value: 'files', label: words.files, hint: words.filesHint },
        ]}
      />
      {what === 'files' && <RestorePreview preview={preview} />}
    </ChangesFrame>
  );
}
