// Asks before rewinding the conversation to one of the user's messages: with or without the files, with a preview. Rewinding
// deletes nothing.

import { useState } from 'react';
import { useConversation, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { ChangesFrame } from './ChangesFrame.tsx';
import { RestorePreview } from './RestorePreview.tsx';
import { useChangePreview } from './useChanges.ts';

const words = strings.undo;

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
      title={words.rewind.title}
      className="max-w-[640px]"
      onClose={onClose}
      warning={running ? words.rewind.running : null}
      answers={
        <>
          <Button tone="ghost" onClick={onClose}>
            {strings.ui.cancel}
          </Button>
          <Button tone="primary" disabled={busy || running} onClick={() => void go()}>
            {words.rewind.confirm}
          </Button>
        </>
      }
    >
      <p className="text-ink-2 text-ui">{words.rewind.body}</p>
      <ChoiceList<What>
        label={words.rewind.what}
        value={what}
        onChange={setWhat}
        choices={[
          { value: 'conversation', label: words.rewind.conversation, hint: words.rewind.conversationHint },
          { value: 'files', label: words.rewind.files, hint: words.rewind.filesHint },
        ]}
      />
      {what === 'files' && <RestorePreview preview={preview} />}
    </ChangesFrame>
  );
}
