// The commands that the palette lists, each with its shortcut where it has one.

import { useMemo } from 'react';
import type { AppSnapshot } from '../../shared/contract/methods.ts';
import { useChatProject } from '../chat/composer/useChatProject.ts';
import { togglePanel, toggleSidebar } from '../chat/top/toggles.ts';
import { useActions, useApp, useConversation, useSession } from '../state/context.tsx';
import { useTrust } from '../state/useTrust.ts';
import { strings } from '../strings.ts';
import type { PaletteCommand } from './paletteItems.ts';

const words = strings.ui.palette;
const context = strings.context.palette;

/** The one that was changed last: of the project that the app was started on, when there is one. */
function latestOf({ conversations, startProjectId }: AppSnapshot): string | undefined {
  const ours = conversations.filter((row) => startProjectId === null || row.projectId === startProjectId);
  const among = ours.length > 0 ? ours : conversations;
  return among.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))[0]?.id;
}

export function usePaletteCommands(): (PaletteCommand & { run: () => void })[] {
  const actions = useActions();
  const { view, contextActions, changes } = useSession();
  const running = useConversation((state) => state.run !== null) ?? false;
  const there = useConversation(() => true) ?? false;
  const rewound = useConversation((state) => state.rewound && state.run === null) ?? false;
  const latest = useApp(latestOf);
  const project = useChatProject();
  const trust = useTrust();
  return useMemo(() => {
    const theme = (name: 'light' | 'dark' | 'system') => async (): Promise<void> => {
      const answer = await actions.call('settings.update', { patch: { theme: name } });
      if (!answer.ok) actions.report(answer.error);
    };
    return [
      { id: 'new-chat', label: words.newChat, keys: 'Mod+N', run: () => actions.newChat() },
      ...(running ? [{ id: 'stop', label: words.stop, keys: 'Esc Esc', run: () => void actions.stop() }] : []),
      ...(rewound ? [{ id: 'forward', label: strings.changes.rewind.undo, run: () => void changes.goForward() }] : []),
      ...(latest === undefined ? [] : [{ id: 'latest', label: words.latest, run: () => actions.show(latest) }]),
      { id: 'open-folder', label: words.openFolder, run: () => void actions.openFolder() },
      ...(project?.folder && (project.trusted || project.folderExists)
        ? [
            {
              id: 'trust',
              label: project.trusted ? strings.mention.trust.paletteStop : strings.mention.trust.paletteTrust,
              run: () => void trust.set(project, !project.trusted),
            },
          ]
        : []),
      { id: 'sidebar', label: words.toggleSidebar, keys: 'Mod+B', run: () => toggleSidebar(view) },
      { id: 'panel', label: words.togglePanel, keys: 'Mod+J', run: () => togglePanel(view) },
      ...(there
        ? [
            { id: 'context', label: context.panel, keys: 'Mod+I', run: () => togglePanel(view, 'context') },
            {
              id: 'tool-run',
              label: strings.tools.run.palette,
              run: () => view.setState({ dialog: { type: 'toolRun' } }),
            },
            { id: 'request', label: context.request, run: () => view.setState({ dialog: { type: 'request' } }) },
            ...(running ? [] : [{ id: 'compact', label: context.compact, run: () => void contextActions.compact() }]),
          ]
        : []),
      {
        id: 'processes',
        label: strings.processes.palette,
        run: () => view.setState({ dialog: { type: 'processes' } }),
      },
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
  }, [actions, view, contextActions, changes, running, there, rewound, latest, project, trust]);
}
