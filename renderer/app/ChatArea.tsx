// The middle column: one conversation, or two side by side. What only two need loads lazily.

import { useEffect, useLayoutEffect } from 'react';
import { useStore } from 'zustand/react';
import { lazyPart } from '../core/parts/lazyPart.tsx';
import {
  SessionProvider,
  useApp,
  useConversationView,
  useHasTwoPanes,
  useIsFocusedPane,
  useSession,
  useTitle,
} from '../core/state/context.tsx';
import { strings } from '../core/strings.ts';
import { ChatPage } from '../features/chat/ChatPage.tsx';
import { classes } from '../ui/classes.ts';
import { composerElement, isTyping, paneElement } from '../ui/focus.ts';

const SideTabs = lazyPart(async () => (await import('./SideTabs.tsx')).SideTabs);
const SideDivider = lazyPart(async () => (await import('../features/sideBySide/SideDivider.tsx')).SideDivider);
const SideDrop = lazyPart(async () => (await import('../features/sideBySide/SideDrop.tsx')).SideDrop);

export function ChatArea() {
  const { panes } = useSession();
  const { shown, isReversed, isStacked, dragged } = useStore(panes.store);
  const isTwo = shown.length > 1;
  return (
    <main className="flex min-w-0 flex-1 flex-col bg-page">
      {isTwo && isStacked && <SideTabs />}
      {/* The keyboard follows what is seen, and no pane moves in the document: it would lose its scroll position. */}
      <div
        className={classes('relative flex min-h-0 flex-1', isReversed && 'flex-row-reverse [reading-flow:flex-visual]')}
      >
        {shown.flatMap((pane, at) => [
          at > 0 && <SideDivider key="divider" />,
          <SessionProvider key={panes.made.indexOf(pane)} session={pane}>
            <Pane isLeft={(at === 0) !== isReversed} />
          </SessionProvider>,
        ])}
        {dragged !== null && <SideDrop conversationId={dragged} />}
      </div>
    </main>
  );
}

function Pane({ isLeft }: { isLeft: boolean }) {
  const session = useSession();
  const { panes } = session;
  const isTwo = useHasTwoPanes();
  const isFocused = useIsFocusedPane();
  const isBeside = useStore(panes.store, ({ isStacked }) => isTwo && !isStacked);
  const isHidden = isTwo && !isBeside && !isFocused;
  const title = useTitle();
  useReadMark(!isHidden);
  // Keys follow the mark, whatever has moved it: a link, a notification, a row of the sidebar.
  useLayoutEffect(() => {
    const active = document.activeElement;
    if (!isTwo || !isFocused || paneElement()?.contains(active)) return;
    const isBusyElsewhere = isTyping() || active?.closest('[role$="dialog"], [role="menu"]');
    if (!isBusyElsewhere || active?.closest('[data-pane="away"]'))
      (composerElement() ?? paneElement())?.focus({ preventScroll: true });
  }, [isTwo, isFocused]);
  const focus = (): void => panes.focus(session);
  return (
    <div
      data-pane={isTwo ? (isFocused ? 'focused' : 'away') : undefined}
      {...(isTwo ? { role: 'region', 'aria-label': title || strings.chat.newChat, tabIndex: -1 } : {})}
      inert={isHidden}
      onPointerDownCapture={focus}
      onFocusCapture={focus}
      style={
        isBeside ? { flexGrow: isLeft ? 'var(--side-share, 0.5)' : 'calc(1 - var(--side-share, 0.5))' } : undefined
      }
      className={classes(
        'flex min-w-0 flex-1 flex-col outline-none',
        isTwo && '@container/window',
        isBeside && isFocused && 'shadow-[inset_0_2px_0_var(--accent)] forced-colors:border-t-2',
        isHidden && 'invisible absolute inset-0',
      )}
    >
      <ChatPage />
    </div>
  );
}

/** Marks the conversation as read while the user is looking at it. */
function useReadMark(isVisible: boolean): void {
  const { connection } = useSession();
  const id = useConversationView((view) => (view.state === null ? null : view.id));
  const unread = useApp((snapshot) => snapshot.conversations.find((row) => row.id === id)?.unread ?? false);
  useEffect(() => {
    if (id === null || !unread || !isVisible) return;
    const mark = (): void => {
      if (!document.hasFocus()) return;
      window.removeEventListener('focus', mark);
      void connection.call('conversation.markRead', { conversationId: id });
    };
    window.addEventListener('focus', mark);
    mark();
    return () => window.removeEventListener('focus', mark);
  }, [id, unread, isVisible, connection]);
}
