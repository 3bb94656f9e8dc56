// A conversation that is in front of the person has been read: its mark goes.

import { useEffect } from 'react';
import { useApp, useConversationView, useSession, useView } from '../core/state/context.tsx';

export function useReadMark(): void {
  const { connection } = useSession();
  const id = useConversationView((view) => (view.state === null ? null : view.id));
  const inFront = useView((view) => view.page === 'chat');
  const unread = useApp((snapshot) => snapshot.conversations.find((row) => row.id === id)?.unread ?? false);
  useEffect(() => {
    if (id === null || !unread || !inFront) return;
    const mark = (): void => {
      if (!document.hasFocus()) return;
      window.removeEventListener('focus', mark);
      void connection.call('conversation.markRead', { conversationId: id });
    };
    window.addEventListener('focus', mark);
    mark();
    return () => window.removeEventListener('focus', mark);
  }, [id, unread, inFront, connection]);
}
