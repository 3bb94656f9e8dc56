// Commands that run in the background.

import type { WindowFeature } from '../../core/feature.ts';
import { togglePanel } from '../../core/state/panels.ts';

export const processesFeature: WindowFeature = {
  commands: [
    {
      id: 'processes.open',
      group: 'window',
      run: ({ view }) => togglePanel(view, 'processes'),
    },
  ],
  dialogs: {
    processes: async () => (await import('./ProcessOutput.tsx')).ProcessOutputDialog,
  },
};
