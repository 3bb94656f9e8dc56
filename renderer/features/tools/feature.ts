// Tools: which the model may use, and running one by hand.

import type { WindowFeature } from '../../core/feature.ts';

export const toolsFeature: WindowFeature = {
  dialogs: {
    toolRun: async () => (await import('./run/ToolRunDialog.tsx')).ToolRunDialog,
  },
  settings: {
    tools: async () => (await import('./ToolsSection.tsx')).toolsPage,
  },
};
