// Tools: which ones the model may use, and running one manually.

import { hasCurrentConversation } from '../../core/commands/currentConversation.ts';
import type { WindowFeature } from '../../core/feature.ts';

export const toolsFeature: WindowFeature = {
  commands: [
    {
      id: 'tool.run',
      group: 'run',
      when: hasCurrentConversation,
      run: ({ view }) => view.setState({ dialog: { type: 'toolRun' } }),
    },
  ],
  dialogs: {
    toolRun: async () => (await import('./run/ToolRunDialog.tsx')).ToolRunDialog,
  },
  settings: {
    tools: async () => (await import('./ToolsSection.tsx')).toolsPage,
  },
};
