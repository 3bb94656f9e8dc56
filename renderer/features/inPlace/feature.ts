// Conversations of other apps, shown in place.

import type { WindowFeature } from '../../core/feature.ts';

export const inPlaceFeature: WindowFeature = {
  settings: {
    programs: async () => (await import('./ProgramsSection.tsx')).programsPage,
  },
};
