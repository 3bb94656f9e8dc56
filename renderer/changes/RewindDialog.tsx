// Before the conversation goes back to before one of the person's messages: with or without the files, and what that would
// do to them. Nothing is removed by it.

import { useState } from 'react';
import { ChoiceList } from '../settings/ChoiceList.tsx';
import { useConversation, useSession } from '../state/context.tsx';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { FileDiffs, NotCovered } from './FileDiffs.tsx';
import { useChangePreview } from './useChanges.ts';

const words = strings.changes;

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
    <Modal title={words.rewind.title} onClose={onClose} className="max-w-[640px]">
      <div className="grid min-h-0 flex-1 grid-cols-1 content-start gap-4 overflow-y-auto p-5">
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
        {what === 'files' && <Files preview={preview} />}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-5 py-3">
        {running && <p className="min-w-0 flex-1 text-small text-wait">{words.rewind.running}</p>}
        <Button tone="ghost" onClick={onClose}>
          {strings.ui.cancel}
        </Button>
        <Button tone="primary" disabled={busy || running} onClick={() => void go()}>
          {words.rewind.confirm}
        </Button>
      </div>
    </Modal>
  );
}

function Files({ preview: { value, error, load } }: { preview: ReturnType<typeof useChangePreview> }) {
  if (error !== null) {
    return (
      <div className="flex items-center gap-3">
        <p role="alert" className="wrap-anywhere min-w-0 flex-1 text-fail text-ui">
          {error}
        </p>
        <Button size="small" onClick={load}>
          {strings.ui.tryAgain}
        </Button>
      </div>
    );
  }
  if (!value) return <p className="text-ink-3 text-ui">{words.preview.loading}</p>;
  const conflicts = value.files.filter(({ conflict }) => conflict !== undefined).length;
  return (
    <div className="grid grid-cols-1 gap-3">
      {value.files.length === 0 && <p className="text-ink-2 text-ui">{words.rewind.noFiles}</p>}
      {conflicts > 0 && <p className="text-ui text-wait">{words.preview.conflicts(conflicts)}</p>}
      <FileDiffs files={value.files} folded />
      <NotCovered sentences={value.notCovered} />
    </div>
  );
}
