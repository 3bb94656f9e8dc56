// Messages that wait for the model to be able to read them. Each can be taken back into the composer.

import { Clock, Undo2 } from 'lucide-react';
import { useActions, useConversation } from '../../state/context.tsx';
import { strings } from '../../strings.ts';
import { IconButton } from '../../ui/IconButton.tsx';

export function Queue() {
  const actions = useActions();
  const queue = useConversation((state) => state.queue);
  if (!queue || queue.length === 0) return null;
  return (
    <ul aria-label={strings.chat.queuedList} className="mb-1.5 flex flex-col gap-1">
      {queue.map((message) => (
        <li key={message.id} data-queued className="flex items-center gap-2 rounded-l bg-soft py-0.5 pr-1 pl-3 text-ui">
          <Clock className="size-3.5 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
          <span className="shrink-0 text-ink-3 text-small">{strings.chat.queued}</span>
          <span className="min-w-0 flex-1 truncate">{message.text}</span>
          <IconButton
            icon={Undo2}
            label={strings.chat.withdraw}
            size="small"
            onClick={() => void actions.withdraw(message.id)}
          />
        </li>
      ))}
    </ul>
  );
}
