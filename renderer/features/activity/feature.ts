// Activity: what runs and waits in every conversation.

import type { WindowFeature } from '../../core/feature.ts';

export const activityFeature: WindowFeature = {
  commands: [
    {
      id: 'page.activity',
      group: 'window',
      keys: 'Mod+Shift+Y',
      run: ({ view }) => view.setState({ page: 'activity', sheet: null }),
    },
  ],
};
