// Notifications.

import type { WindowFeature } from '../../core/feature.ts';

export const notificationsFeature: WindowFeature = {
  settings: {
    notifications: async () => (await import('./NotificationsSection.tsx')).notificationsPage,
  },
};
