// Paired devices: other browsers as windows of this host.

import type { WindowFeature } from '../../core/feature.ts';

export const remoteFeature: WindowFeature = {
  settings: {
    devices: async () => (await import('./DevicesSection.tsx')).devicesPage,
  },
};
