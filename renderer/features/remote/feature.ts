// Paired devices: other browsers as windows of this host.

import type { WindowFeature } from '../../core/feature.ts';

export const remoteFeature: WindowFeature = {
  dialogs: {
    passkeyOffer: async () => (await import('./PasskeyOffer.tsx')).PasskeyOffer,
  },
  settings: {
    devices: async () => (await import('./DevicesSection.tsx')).devicesPage,
  },
};
