// The terminal panel: shells in the conversation's folder.

import type { WindowFeature } from '../../core/feature.ts';
import { togglePanel } from '../../core/state/panels.ts';

export const terminalFeature: WindowFeature = {
  commands: [
    {
      id: 'terminal.open',
      group: 'window',
      keys: 'Mod+`',
      // On macOS, Command and this key switch windows.
      also: 'Ctrl+`',
      run: ({ view }) => togglePanel(view, 'terminal'),
    },
  ],
};
