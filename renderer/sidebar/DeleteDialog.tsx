// Asks before a conversation is deleted, and names what goes.

import { AlertDialog } from 'radix-ui';
import { useState } from 'react';
import { useActions, useApp } from '../state/context.tsx';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';

const words = strings.sidebar;

export function DeleteDialog({ conversationId, onClose }: { conversationId: string; onClose: () => void }) {
  const actions = useActions();
  const row = useApp((snapshot) => snapshot.conversations.find((known) => known.id === conversationId));
  const [busy, setBusy] = useState(false);
  const remove = async (): Promise<void> => {
    setBusy(true);
    await actions.remove(conversationId);
    onClose();
  };
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="layer fixed inset-0 z-40 bg-scrim" />
        <AlertDialog.Content className="layer fixed top-1/2 left-1/2 z-50 w-[min(420px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 rounded-xl border border-line bg-over p-5 shadow-dialog focus-visible:outline-none">
          <AlertDialog.Title className="wrap-anywhere line-clamp-3 font-strong text-prose">
            {words.deleteTitle(row?.title || words.untitled)}
          </AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-ink-2 text-ui">
            {words.deleteBody(row?.messageCount ?? 0)}
            {row && row.activity !== 'idle' ? ` ${words.deleteRunning}` : ''}
          </AlertDialog.Description>
          <div className="mt-5 flex justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button>{strings.ui.cancel}</Button>
            </AlertDialog.Cancel>
            <Button tone="danger" disabled={busy} onClick={() => void remove()}>
              {words.deleteConfirm}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
