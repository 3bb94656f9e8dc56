// The commands that the palette lists, each with its shortcut where it has one.

import { useMemo } from 'react';
import { togglePanel, toggleSidebar } from '../chat/top/toggles.ts';
import { useActions, useConversation, useSession } from '../state/context.tsx';
import { strings } from '../strings.ts';
import type { PaletteCommand } from './paletteItems.ts';

const words = strings.ui.palette;

export function usePaletteCommands(): (PaletteCommand & { run: () => void })[] {
  const actions = useActions();
  const { view } = useSession();
  const running = useConversation((state) => state.run !== null) ?? false;
  return useMemo(() => {
    const theme = (name: 'light' | 'dark' | 'system') => async (): Promise<void> => {
      const answer = await actions.call('settings.update', { patch: { theme: name } });
      if (!answer.ok) actions.report(answer.error);
    };
    return [
      { id: 'new-chat', label: words.newChat, keys: 'Mod+N', run: () => actions.newChat() },
      ...(running ? [{ id: 'stop', label: words.stop, keys: 'Esc Esc', run: () => void actions.stop() }] : []),
      { id: 'open-folder', label: words.openFolder, run: () => void actions.openFolder() },
      { id: 'sidebar', label: words.toggleSidebar, keys: 'Mod+B', run: () => toggleSidebar(view) },
      { id: 'panel', label: words.togglePanel, keys: 'Mod+J', run: () => togglePanel(view) },
      {
        id: 'settings',
        label: words.settings,
        keys: 'Mod+,',
        run: () => view.setState({ dialog: { type: 'settings', section: 'providers' } }),
      },
      { id: 'light', label: words.light, run: () => void theme('light')() },
      { id: 'dark', label: words.dark, run: () => void theme('dark')() },
      { id: 'system', label: words.system, run: () => void theme('system')() },
    ];
  }, [actions, view, running]);
}
