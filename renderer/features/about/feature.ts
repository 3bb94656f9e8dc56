// About: the version, and the licenses of everything inside.

import type { WindowFeature } from '../../core/feature.ts';

export const aboutFeature: WindowFeature = {
  settings: {
    about: async () => (await import('./AboutSection.tsx')).aboutPage,
  },
};
