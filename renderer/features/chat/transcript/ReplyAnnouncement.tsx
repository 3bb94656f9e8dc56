// Says aloud that a reply is there, or that the run was stopped, for those who do not see it: once for each run, politely,
// and not its text, which is read where it stands. Earlier messages that are loaded are never read out.

import { useEffect, useRef, useState } from 'react';
import type { Message } from '../../../../shared/conversation/message.ts';
import { useConversation, useConversationView } from '../../../core/state/context.tsx';
import { strings } from '../../../core/strings.ts';

export function ReplyAnnouncement() {
  const running = useConversation((state) => state.run !== null) ?? false;
  const replied = useConversation(({ messages }) => isReply(messages.at(-1))) ?? false;
  const stopped = useConversationView((view) => view.runEnd === 'stopped');
  const before = useRef(running);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (running) setSaid('');
    else if (before.current && stopped) setSaid(strings.chat.runStopped);
    else if (before.current && replied) setSaid(strings.chat.replyCame);
    before.current = running;
  }, [running, replied, stopped]);
  return (
    <p role="status" className="sr-only" data-said>
      {said}
    </p>
  );
}

/** What failed says so itself. */
function isReply(last: Message | undefined): boolean {
  return last?.role === 'assistant' && last.partType !== 'error' && last.partType !== 'note';
}
