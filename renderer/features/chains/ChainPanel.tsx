// Panel with the conversation's chain: every tool call with outcome, time and size, as a list or a timeline. Enter
// opens the call's box; Escape there returns here, and Escape here closes the panel.

import { useCallback, useEffect, useState } from 'react';
import { useConversationView, useSession, useView } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { transcriptElement } from '../../ui/focus.ts';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { ChainView } from './ChainView.tsx';
import type { ChainCallRow } from './chainRows.ts';
import { openCallBox } from './openCall.ts';
import { useChain } from './useChain.ts';
import { chainWords } from './words.ts';

const words = chainWords;

export function ChainPanel({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const id = useConversationView((view) => view.id);
  const chain = useChain(id, false);
  const wish = useView((view) => view.chainAt);
  const inView = useBoxInView(id !== null);

  const onGo = useCallback(
    (row: ChainCallRow) => {
      if (id !== null) void openCallBox(session, id, row.box, 'panel');
    },
    [session, id],
  );
  return (
    <aside data-chain-panel aria-label={words.title} className="panel flex h-full max-w-full flex-col bg-page">
      <ChainView
        key={id ?? ''}
        conversationId={id}
        chain={chain}
        inView={inView}
        wish={wish}
        onGo={onGo}
        onLeave={onClose}
        heading={(totals) => (
          <PanelHead
            title={<h2 className="mr-1.5 shrink-0 font-strong text-ui">{words.title}</h2>}
            closeLabel={strings.ui.closePanel}
            onClose={onClose}
          >
            {totals}
          </PanelHead>
        )}
      />
    </aside>
  );
}

/** The topmost transcript box in view, tracked while the panel shows the chain next to it. */
const restMs = 80;
/** A box counts as passed this many pixels below the top of the transcript. */
const margin = 24;

function useBoxInView(active: boolean): string | null {
  const [key, setKey] = useState<string | null>(null);
  useEffect(() => {
    if (!active) return setKey(null);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      timer = undefined;
      setKey(firstInView());
    };
    const wait = (): void => {
      timer ??= setTimeout(look, restMs);
    };
    const onScroll = (event: Event): void => {
      if (event.target instanceof Element && event.target.closest('[role="log"]')) wait();
    };
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    wait();
    return () => {
      clearTimeout(timer);
      document.removeEventListener('scroll', onScroll, { capture: true });
    };
  }, [active]);
  return key;
}

function firstInView(): string | null {
  const log = transcriptElement();
  if (!log) return null;
  const frame = log.getBoundingClientRect();
  for (const box of log.querySelectorAll<HTMLElement>('[data-call]')) {
    const { top, bottom, height } = box.getBoundingClientRect();
    if (height > 0 && bottom > frame.top + margin && top < frame.bottom) return box.dataset.call ?? null;
  }
  return null;
}
