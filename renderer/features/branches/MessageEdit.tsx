// Inline editor for a user message. Sending creates a branch next to the original. Focus returns to where editing
// began, or to the message field after sending.

import { useEffect, useId, useRef, useState } from 'react';
import { attachmentsOf } from '../../../shared/conversation/attachments.ts';
import { type Message, textOf, type UserMessage } from '../../../shared/conversation/message.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useConversation, useSession, useView } from '../../core/state/context.tsx';
import type { Session } from '../../core/state/session.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { focusComposer, focusedPane, focusWhenLost, isFocusLost } from '../../ui/focus.ts';
import { isComposing } from '../../ui/isComposing.ts';
import { RestorePreview } from '../undo/RestorePreview.tsx';
import { useChangePreview } from '../undo/useChanges.ts';

const words = lateStrings.branching.edit;

export function MessageEdit({ message }: { message: UserMessage }) {
  const session = useSession();
  const { branches, view } = session;
  const running = useConversation((state) => state.run !== null) ?? false;
  // Kept outside the row, which unmounts when scrolled away.
  const text = useView((now) => now.edits[message.id]) ?? textOf(message);
  const [files, setFiles] = useState(false);
  const [busy, setBusy] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  const attachments = Array.isArray(message.content) ? attachmentsOf(message.content) : [];
  const sendable = !running && !busy && (text.trim() !== '' || attachments.length > 0);
  useEffect(() => {
    const element = field.current;
    element?.focus({ preventScroll: true });
    element?.setSelectionRange(element.value.length, element.value.length);
    // Includes its buttons and the line below; it may open at the edge of the view.
    element?.closest('[data-editing]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const write = (next: string): void => {
    view.setState(({ edits }) => ({ edits: { ...edits, [message.id]: next } }));
  };
  const onEnd = (): void => view.setState(({ edits: { [message.id]: _ended, ...edits } }) => ({ edits }));
  const onCancel = (): void => {
    cancelEdit(session, message);
    focusWhenLost(() => focusedPane().querySelector(`[data-message="${CSS.escape(message.id)}"] [data-edit]`));
  };
  const send = async (): Promise<void> => {
    if (!sendable) return;
    const from = document.activeElement;
    const onSent = (): void => {
      // The row may be unmounted by now, and the focus lost.
      const { activeElement } = document;
      const hadFocus = activeElement === from || isFocusLost() || frame.current?.contains(activeElement);
      onEnd();
      if (hadFocus) focusComposer();
    };
    setBusy(true);
    await branches.resend(message.id, text, { attachments, files, onSent });
    setBusy(false);
  };
  return (
    <div ref={frame} className="w-full max-w-[80%]" data-editing>
      <div className="rounded-xl border border-line-strong bg-over p-2 focus-within:border-accent">
        <textarea
          ref={field}
          aria-label={words.field}
          aria-describedby={hintId}
          value={text}
          rows={1}
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => {
            if (isComposing(event)) return;
            if (event.key === 'Enter' && !event.shiftKey) {
              event.preventDefault();
              void send();
            }
            if (event.key === 'Escape') {
              event.preventDefault();
              event.stopPropagation();
              onCancel();
            }
          }}
          className="field-sizing-content block max-h-80 w-full resize-none bg-transparent px-1.5 py-1 text-prose outline-none"
        />
        <FormActions
          size="small"
          onCancel={onCancel}
          className="mt-1"
          start={
            <label
              className="flex min-w-0 flex-1 items-center gap-2 px-1.5 text-ink-2 text-small"
              title={words.filesHint}
            >
              <input
                type="checkbox"
                checked={files}
                onChange={(event) => setFiles(event.target.checked)}
                className="accent-accent"
              />
              <span className="truncate">{words.files}</span>
            </label>
          }
        >
          <Button tone="primary" size="small" disabled={!sendable} onClick={() => void send()}>
            {words.send}
          </Button>
        </FormActions>
      </div>
      {files && <FilesThen messageId={message.id} />}
      <p id={hintId} className="mt-1 text-right text-ink-3 text-small">
        {running ? lateStrings.branching.running : words.hint}
      </p>
    </div>
  );
}

/** File changes that would be undone; loaded once the option is chosen. */
function FilesThen({ messageId }: { messageId: string }) {
  const preview = useChangePreview({ type: 'since', messageId }, 'undo');
  return (
    <section aria-label={strings.undo.preview.undo} className="mt-2">
      <RestorePreview preview={preview} />
    </section>
  );
}

/** Cancels the edit; if the text had changed, offers to undo. */
export function cancelEdit({ view, toasts, conversation }: Session, message: Message): void {
  const written = view.getState().edits[message.id];
  view.setState(({ edits: { [message.id]: _ended, ...edits } }) => ({ edits }));
  if (written === undefined || written === textOf(message)) return;
  const { dropped, undo } = words;
  // Replaces an identical toast still visible, whose undo belongs to an earlier edit.
  for (const toast of toasts.store.getState().visibleToasts) if (toast.message === dropped) toasts.dismiss(toast.id);
  const run = (): void => view.setState(({ edits }) => ({ edits: { [message.id]: written, ...edits } }));
  toasts.show({
    tone: 'info',
    message: dropped,
    about: conversation.store.getState().id,
    action: { label: undo, isUndo: true, run },
  });
}
