// The desktop app's conveniences: its settings, and commands for its windows.

import type { WindowFeature } from '../../core/feature.ts';
import type { Session } from '../../core/state/session.ts';

const isDesktop = ({ app }: Session): boolean => app.store.getState().snapshot?.host === 'desktop';

export const desktopFeature: WindowFeature = {
  commands: [
    {
      id: 'window.new',
      group: 'window',
      when: isDesktop,
      run: ({ actions }) => void actions.call('desktop.newWindow', {}),
    },
    {
      id: 'quick.open',
      group: 'window',
      when: isDesktop,
      run: ({ actions }) => void actions.call('desktop.quick', { open: true }),
    },
  ],
  settings: {
    desktop: async () => (await import('./DesktopSection.tsx')).desktopPage,
  },
};
