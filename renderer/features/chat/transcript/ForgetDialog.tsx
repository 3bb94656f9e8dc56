// Confirms removing a message or result permanently.

import { useActions, useConversation } from '../../../core/state/context.tsx';
import type { ForgetTarget } from '../../../core/state/viewStore.ts';
import { strings } from '../../../core/strings.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';

const words = strings.chat.forget;

export function ForgetDialog({ messageId, what, onClose }: ForgetTarget & { onClose: () => void }) {
  const actions = useActions();
  const running = useConversation((state) => state.run !== null);
  return (
    <ConfirmDialog
      title={words.title[what]}
      body={strings.sentences.beside([words.body, words.kept, running ? words.running : ''])}
      confirm={words.confirm}
      onConfirm={() => actions.forget(messageId)}
      onClose={onClose}
    >
      <p className="mt-2 text-ink text-ui">{words.final}</p>
    </ConfirmDialog>
  );
}
