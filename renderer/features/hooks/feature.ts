// Hooks: commands of the user that run around tool calls.

import type { WindowFeature } from '../../core/feature.ts';

export const hooksFeature: WindowFeature = {
  settings: {
    hooks: async () => (await import('./HooksSection.tsx')).hooksPage,
  },
};
