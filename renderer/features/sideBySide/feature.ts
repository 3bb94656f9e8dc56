// Two conversations side by side in one window.

import type { WindowFeature } from '../../core/feature.ts';
import { loadCode } from '../../core/loadCode.ts';
import type { Command, Session } from '../../core/state/session.ts';
import type * as Sides from './sides.ts';

const hasTwo = ({ panes }: Session): boolean => panes.other() !== null;

/** Loads the code on first use. */
export function withSides(session: Session, act: (sides: typeof Sides) => void): void {
  loadCode(() => import('./sides.ts')).then(act, () => void session.lost.tell(() => withSides(session, act)));
}

/** The conversation of the focused row in the sidebar. */
function rowAt(element: Element | null): string | null {
  return element?.closest('[data-conversation]')?.getAttribute('data-conversation') ?? null;
}

const commands: readonly Command[] = [
  // Its key is handled by the row.
  {
    id: 'side.open',
    group: 'conversation',
    keys: 'Mod+Enter',
    fixed: true,
    where: 'sidebar',
    when: (_session, { element }) => rowAt(element) !== null,
    run: (session, { element }) => withSides(session, ({ openBeside }) => openBeside(session, rowAt(element))),
  },
  {
    id: 'side.new',
    group: 'window',
    keys: 'Mod+\\',
    run: (session) => withSides(session, ({ openBeside }) => openBeside(session, null)),
  },
  {
    id: 'side.focus',
    group: 'window',
    keys: 'F6',
    when: hasTwo,
    // At once: the next key is meant for the other side, where ChatArea.tsx moves the caret.
    run({ panes }) {
      const pane = panes.other();
      pane?.view.setState({ page: 'chat', sheet: null });
      if (pane) panes.focus(pane);
    },
  },
  {
    id: 'side.swap',
    group: 'window',
    when: hasTwo,
    run: (session) => withSides(session, ({ swapSides }) => swapSides(session)),
  },
  {
    id: 'side.close',
    group: 'window',
    keys: { desktop: 'Mod+Shift+W', browser: 'Mod+|' },
    when: hasTwo,
    run: (session) => withSides(session, ({ closeSide }) => closeSide(session)),
  },
];

export const sideBySideFeature: WindowFeature = { commands };
