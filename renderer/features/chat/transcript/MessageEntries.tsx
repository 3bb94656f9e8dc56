// Less common message actions, for its menu and context menu.

import { Eraser, Files, RotateCcw } from 'lucide-react';
import type { Message } from '../../../../shared/conversation/message.ts';
import { lazyPart } from '../../../core/parts/lazyPart.tsx';
import { useConversation, useSession } from '../../../core/state/context.tsx';
import { openReview } from '../../../core/state/panels.ts';
import type { ForgetTarget } from '../../../core/state/viewStore.ts';
import { strings } from '../../../core/strings.ts';
import { MenuItem, MenuSeparator } from '../../../ui/Menu.tsx';
import { MessageItems } from '../../branches/MessageItems.tsx';
import { MarkItems } from '../../context/MarkItems.tsx';

const PublishItem = lazyPart(async () => (await import('../../sharing/PublishItem.tsx')).PublishItem);

export interface MessageEntriesProps {
  message: Message;
  /** The parts that can be removed permanently. */
  target: ForgetTarget;
  text: string;
}

export function MessageEntries({ message, target, text }: MessageEntriesProps) {
  const { view } = useSession();
  const conversationId = useConversation((state) => state.conversationId) ?? '';
  return (
    <>
      <MessageItems message={message} text={text} />
      <MenuSeparator />
      {message.role === 'user' && (
        <>
          <MenuItem
            needs="conversation.rewind"
            icon={RotateCcw}
            label={strings.undo.rewind.action}
            onSelect={() => view.setState({ dialog: { type: 'rewind', messageId: message.id } })}
          />
          <MenuItem
            icon={Files}
            label={strings.undo.reviewSince}
            onSelect={() => openReview(view, { type: 'since', messageId: message.id })}
          />
          <MenuSeparator />
        </>
      )}
      <PublishItem conversationId={conversationId} from={message.id} />
      <MarkItems message={message} label={text} line />
      <MenuItem
        needs="conversation.forgetMessage"
        icon={Eraser}
        label={strings.chat.forget.action[target.what]}
        tone="danger"
        onSelect={() => view.setState({ dialog: { type: 'forget', ...target } })}
      />
    </>
  );
}
