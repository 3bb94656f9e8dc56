// Switches between two conversations where only one fits.

import { useStore } from 'zustand/react';
import { SessionProvider, useApp, useConversationView, useSession, useTitle } from '../core/state/context.tsx';
import type { Session } from '../core/state/session.ts';
import { strings } from '../core/strings.ts';
import { focusSide } from '../features/sideBySide/sides.ts';
import { sideWords as words } from '../features/sideBySide/words.ts';
import { RowMark } from '../features/sidebar/RowMark.tsx';
import { classes } from '../ui/classes.ts';

export function SideTabs() {
  const { panes } = useSession();
  const { shown, isReversed } = useStore(panes.store);
  return (
    <fieldset aria-label={words.both} className="flex h-9 shrink-0 items-end gap-1 border-line border-b bg-sunk px-2">
      {(isReversed ? shown.toReversed() : shown).map((pane) => (
        <SessionProvider key={panes.made.indexOf(pane)} session={pane}>
          <SideTab pane={pane} />
        </SessionProvider>
      ))}
    </fieldset>
  );
}

function SideTab({ pane }: { pane: Session }) {
  const title = useTitle();
  const id = useConversationView((view) => view.id);
  const row = useApp(({ conversations }) => conversations.find((one) => one.id === id));
  const isFocused = useStore(pane.panes.store, ({ focused }) => focused === pane);
  return (
    <button
      type="button"
      aria-pressed={isFocused}
      title={title}
      onClick={() => focusSide(pane)}
      className={classes(
        'flex h-8 min-w-0 flex-1 items-center gap-2 rounded-t-m px-2.5 text-ui',
        isFocused
          ? 'bg-page text-ink shadow-[inset_0_2px_0_var(--accent)] forced-colors:border-t-2'
          : 'text-ink-2 hover:bg-hover hover:text-ink',
      )}
    >
      <span className="min-w-0 flex-1 truncate text-left" dir="auto">
        {strings.sentences.title(title) || strings.chat.newChat}
      </span>
      {row && !isFocused && <RowMark row={row} />}
    </button>
  );
}
