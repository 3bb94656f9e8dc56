// Schedules: runs that start by time or event.

import type { WindowFeature } from '../../core/feature.ts';

export const schedulesFeature: WindowFeature = {
  settings: {
    schedules: async () => (await import('./SchedulesSection.tsx')).schedulesPage,
  },
};
