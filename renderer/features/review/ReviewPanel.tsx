// The review panel. One tab for the changed files, one for git; each tab is a component of its own.

import { type ComponentType, useEffect, useRef } from 'react';
import { lazyPart, type PartOf } from '../../core/parts/lazyPart.tsx';
import { useConversationView, useSession, useView } from '../../core/state/context.tsx';
import type { ReviewView } from '../../core/state/viewStore.ts';
import { classes } from '../../ui/classes.ts';
import { PanelHead } from '../../ui/PanelHead.tsx';
import type { GitSection } from '../git/GitSection.tsx';
import { ChangesTab } from './ChangesTab.tsx';
import { reviewWords as words } from './words.ts';

type TabName = ReviewView['tab'];

const GitTab: PartOf<typeof GitSection> = lazyPart(async () => (await import('../git/GitSection.tsx')).GitSection);

const tabs: Partial<Record<TabName, ComponentType<{ conversationId: string }>>> = {
  changes: ChangesTab,
  git: GitTab,
};

export function ReviewPanel({ onClose }: { onClose: () => void }) {
  const { view } = useSession();
  const review = useView((now) => now.review);
  const conversationId = useConversationView((now) => now.id);
  const name = tabs[review.tab] ? review.tab : 'changes';
  const Tab = tabs[name];
  const before = useRef(conversationId);
  useEffect(() => {
    if (before.current === conversationId) return;
    before.current = conversationId;
    // A message of one conversation is none of another.
    view.setState((now) => ({ review: { ...now.review, target: { type: 'conversation' } } }));
  }, [conversationId, view]);
  const names = Object.keys(tabs) as TabName[];
  return (
    <aside
      aria-label={words.tabs[name]}
      data-review-panel
      className="panel flex h-full min-w-0 max-w-full flex-col bg-page [--panel-usual:40rem]"
    >
      <PanelHead
        closeLabel={words.close}
        onClose={onClose}
        title={
          <div role="tablist" className="-ml-2 flex min-w-0 flex-1 gap-1">
            {names.map((each) => (
              <button
                key={each}
                type="button"
                role="tab"
                aria-selected={each === name}
                onClick={() => view.setState({ review: { ...review, tab: each } })}
                className={classes(
                  'h-7 rounded-m px-2 text-ui hover:bg-hover',
                  each === name ? 'font-strong' : 'text-ink-3',
                )}
              >
                {words.tabs[each]}
              </button>
            ))}
          </div>
        }
      />
      {name === 'git' ? (
        <GitTab key={conversationId} conversationId={conversationId} />
      ) : (
        conversationId !== null && Tab && <Tab key={conversationId} conversationId={conversationId} />
      )}
    </aside>
  );
}
