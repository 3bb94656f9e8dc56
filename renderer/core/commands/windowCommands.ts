// Commands of the window: new chat, panels, pages, appearance.

import { focusComposer } from '../../ui/focus.ts';
import { togglePanel, toggleSidebar } from '../state/panels.ts';
import type { Command, Session } from '../state/session.ts';
import { changeZoom } from '../state/zoom.ts';

function chooseTheme({ actions }: Session, theme: 'light' | 'dark' | 'system'): void {
  void actions.call('settings.update', { patch: { theme } }).then((answer) => {
    if (!answer.ok) actions.report(answer.error);
  });
}

export const windowCommands: readonly Command[] = [
  {
    id: 'chat.new',
    group: 'window',
    keys: { desktop: 'Mod+N', browser: 'Mod+Shift+O' },
    run: ({ actions }) => actions.newChat(),
  },
  { id: 'folder.open', group: 'window', keys: 'Mod+O', run: ({ actions }) => void actions.openFolder() },
  { id: 'import.open', group: 'window', run: ({ view }) => view.setState({ dialog: { type: 'import' } }) },
  {
    id: 'palette.open',
    group: 'window',
    keys: 'Mod+K',
    overDialogs: true,
    quiet: true,
    run: ({ view }) => {
      // A dialog is answered or closed first; the palette is closed by its own key.
      if (view.getState().dialog === null)
        view.setState(({ paletteOpen }) => ({ paletteOpen: !paletteOpen, typed: '' }));
    },
  },
  {
    id: 'palette.commands',
    group: 'window',
    keys: { desktop: 'Mod+Shift+P', browser: '' },
    quiet: true,
    run: ({ view }) => view.setState({ paletteOpen: true, typed: '>' }),
  },
  {
    id: 'shortcuts.open',
    group: 'window',
    keys: 'Mod+/',
    also: '?',
    run: ({ view }) => view.setState({ dialog: { type: 'shortcuts' } }),
  },
  { id: 'sidebar.toggle', group: 'window', keys: 'Mod+B', run: ({ view }) => toggleSidebar(view) },
  { id: 'panel.chain', group: 'window', keys: 'Mod+J', run: ({ view }) => togglePanel(view) },
  {
    id: 'panel.context',
    group: 'window',
    keys: 'Mod+I',
    when: ({ conversation }) => conversation.store.getState().state !== null,
    run: ({ view }) => togglePanel(view, 'context'),
  },
  {
    id: 'page.chat',
    group: 'window',
    when: ({ view }) => view.getState().page !== 'chat',
    run: ({ view }) => view.setState({ page: 'chat' }),
  },
  {
    id: 'page.chains',
    group: 'window',
    keys: 'Mod+Shift+L',
    run: ({ view }) => view.setState({ page: 'chains', sheet: null }),
  },
  {
    id: 'page.activity',
    group: 'window',
    keys: 'Mod+Shift+Y',
    run: ({ view }) => view.setState({ page: 'activity', sheet: null }),
  },
  {
    id: 'processes.open',
    group: 'window',
    run: ({ view }) => togglePanel(view, 'processes'),
  },
  {
    id: 'focus.composer',
    group: 'window',
    keys: 'Mod+;',
    run({ view }) {
      view.setState({ page: 'chat', sheet: null });
      requestAnimationFrame(focusComposer);
    },
  },
  {
    id: 'focus.transcript',
    group: 'window',
    when: ({ conversation }) => conversation.store.getState().state !== null,
    run({ view }) {
      view.setState({ page: 'chat', sheet: null });
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[role="log"]')?.focus());
    },
  },
  {
    id: 'focus.notifications',
    group: 'window',
    keys: 'F8',
    overDialogs: true,
    when: ({ toasts }) => toasts.store.getState().shown.length > 0,
    run: () => [...document.querySelectorAll<HTMLElement>('[data-toasts] button')].at(-1)?.focus(),
  },
  { id: 'theme.light', group: 'window', run: (session) => chooseTheme(session, 'light') },
  { id: 'theme.dark', group: 'window', run: (session) => chooseTheme(session, 'dark') },
  { id: 'theme.system', group: 'window', run: (session) => chooseTheme(session, 'system') },
  // In a browser, too: the size is a setting, the same in every window.
  {
    id: 'zoom.larger',
    group: 'window',
    keys: 'Mod+=',
    also: 'Mod++',
    run: (now) => void changeZoom(now, 1),
  },
  { id: 'zoom.smaller', group: 'window', keys: 'Mod+-', run: (now) => void changeZoom(now, -1) },
  { id: 'zoom.usual', group: 'window', keys: 'Mod+0', run: (now) => void changeZoom(now, 0) },
  // In a field with text in it the key undoes what was typed: see useShortcuts.
  { id: 'toast.undo', group: 'window', keys: 'Mod+Z', fixed: true },
];
