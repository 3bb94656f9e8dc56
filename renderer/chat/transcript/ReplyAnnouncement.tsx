// Says aloud that a reply is there, for those who do not see it come: once for each run, politely, and not its text, which is
// read where it stands. Earlier messages that are loaded are never read out.

import { useEffect, useRef, useState } from 'react';
import { useConversation } from '../../state/context.tsx';
import { strings } from '../../strings.ts';

export function ReplyAnnouncement() {
  const running = useConversation((state) => state.run !== null) ?? false;
  const replied = useConversation((state) => state.messages.at(-1)?.role === 'assistant') ?? false;
  const before = useRef(running);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (running) setSaid('');
    else if (before.current && replied) setSaid(strings.chat.replyCame);
    before.current = running;
  }, [running, replied]);
  return (
    <p role="status" className="sr-only" data-said>
      {said}
    </p>
  );
}
