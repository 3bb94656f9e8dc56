// A conversation's questions, or why it stopped, in the same boxes as in the conversation. Loads only these, on
// scrolling into view and whenever the questions change.

import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import type { AppError } from '../../../shared/core/errors.ts';
import { SessionProvider, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { createScopedSession } from '../calls/scopedSession.ts';
import { activityWords } from './words.ts';

const words = activityWords;

interface ActivityDetailsProps {
  conversationId: string;
  /** Identifies the open questions; a new version reloads them. */
  version: string;
  /** Estimated height in pixels until loaded. */
  height: number;
  kind: 'asks' | 'end';
  children: ReactNode;
}

export function ActivityDetails({ conversationId, version, height, kind, children }: ActivityDetailsProps) {
  const session = useSession();
  const { call } = session.actions;
  const scope = useMemo(() => createScopedSession(session, conversationId), [session, conversationId]);
  const isLoaded = useStore(scope.session.conversation.store, ({ state }) => state !== null);
  const [isVisible, place] = useSeen();
  const [error, setError] = useState<AppError | null>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads for each version and retry
  useEffect(() => {
    if (!isVisible) return;
    let cancelled = false;
    void call('activity.asked', { conversationId }).then((answer) => {
      if (cancelled) return;
      setError(answer.ok ? null : answer.error);
      if (answer.ok) scope.show(answer.value.state);
    });
    return () => {
      cancelled = true;
    };
  }, [isVisible, version, tries, conversationId, call, scope]);
  if (error && !isLoaded) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1 text-ui">
        <p className="min-w-0 flex-1 text-ink-2">
          {strings.sentences.beside([kind === 'asks' ? words.unread : words.endUnread, error.message])}
        </p>
        <Button size="small" onClick={() => setTries((count) => count + 1)}>
          {strings.ui.tryAgain}
        </Button>
      </div>
    );
  }
  return (
    <div ref={place} data-asks style={isLoaded ? undefined : { minHeight: height }}>
      {isLoaded && <SessionProvider session={scope.session}>{children}</SessionProvider>}
    </div>
  );
}

/** True once the element has been in view. */
function useSeen(): [boolean, React.RefObject<HTMLDivElement | null>] {
  const place = useRef<HTMLDivElement>(null);
  const [isVisible, setVisible] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || isVisible) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setVisible(true);
      },
      { rootMargin: '400px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isVisible]);
  return [isVisible, place];
}
