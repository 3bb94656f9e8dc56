// Message menu items: quote, regenerate, and fork into a new conversation.

import { GitFork, RefreshCw, TextQuote } from 'lucide-react';
import type { Message } from '../../../shared/conversation/message.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useConversation, useSession } from '../../core/state/context.tsx';
import { focusedPane } from '../../ui/focus.ts';
import { MenuItem } from '../../ui/Menu.tsx';
import { askAgain } from './askAgain.ts';
import { promptIdFor, quoteMessage } from './messageSteps.ts';

const words = lateStrings.branching;

export function MessageItems({ message, text }: { message: Message; text: string }) {
  const session = useSession();
  const running = useConversation((state) => state.run !== null) ?? false;
  const again = (): void => {
    const promptId = promptIdFor(session, message.id);
    if (promptId !== null) void askAgain(session, promptId);
  };
  const row = (): Element | null => focusedPane().querySelector(`[data-message="${CSS.escape(message.id)}"]`);
  return (
    <>
      {text.trim() !== '' && (
        <MenuItem
          needs="run.send"
          icon={TextQuote}
          label={words.quote}
          moves
          onSelect={() => quoteMessage(session, text, row())}
        />
      )}
      {message.role === 'user' && !running && (
        <MenuItem needs="run.regenerate" icon={RefreshCw} label={words.regenerate} onSelect={again} />
      )}
      <MenuItem
        needs="conversation.fork"
        icon={GitFork}
        label={words.fork}
        onSelect={() => void session.branches.fork(message.id)}
      />
    </>
  );
}
