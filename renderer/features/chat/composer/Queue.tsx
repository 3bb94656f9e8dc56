// Queued messages with their attachments. Each can be sent now, moved back into the composer, or removed.

import { ArrowUp, Clock, Paperclip, PencilLine, X } from 'lucide-react';
import { useActions, useConversation } from '../../../core/state/context.tsx';
import { strings } from '../../../core/strings.ts';
import { focusComposer } from '../../../ui/focus.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { VisibleText } from '../../../ui/VisibleText.tsx';

export function Queue() {
  const actions = useActions();
  const queue = useConversation((state) => state.queue);
  if (!queue || queue.length === 0) return null;
  return (
    <ul aria-label={strings.chat.queuedList} className="mb-1.5 flex max-h-40 flex-col gap-1 overflow-y-auto">
      {queue.map(({ id, text, attachments = [] }) => (
        <li key={id} data-queued className="flex items-center gap-2 rounded-l bg-soft py-0.5 pr-1 pl-3 text-ui">
          <Clock className="size-3.5 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
          <span className="shrink-0 text-ink-3 text-small">{strings.chat.queued}</span>
          <span className="min-w-0 flex-1 truncate">
            {text === '' ? <VisibleText text={strings.sentences.list(attachments.map(({ name }) => name))} /> : text}
          </span>
          {attachments.length > 0 && text !== '' && (
            <span
              className="flex shrink-0 items-center gap-1 text-ink-3 text-small"
              title={attachments.map(({ name }) => name).join('\n')}
            >
              <Paperclip className="size-3.5" strokeWidth={1.75} aria-hidden />
              <span className="tabular" aria-hidden>
                {attachments.length}
              </span>
              <span className="sr-only">{strings.attachments.withFiles(attachments.length)}</span>
            </span>
          )}
          <div className="flex shrink-0 items-center">
            <IconButton
              icon={ArrowUp}
              label={strings.chat.sendNow}
              size="small"
              onClick={() => void actions.sendQueued(id)}
            />
            <IconButton
              icon={PencilLine}
              label={strings.chat.withdraw}
              size="small"
              onClick={() => {
                void actions.withdraw(id);
                focusComposer();
              }}
            />
            <IconButton icon={X} label={strings.chat.dequeue} size="small" onClick={() => void actions.dequeue(id)} />
          </div>
        </li>
      ))}
    </ul>
  );
}
