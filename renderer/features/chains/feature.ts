// Chains: the calls of a conversation, and of all conversations, in order.

import type { WindowFeature } from '../../core/feature.ts';
import { togglePanel } from '../../core/state/panels.ts';

export const chainsFeature: WindowFeature = {
  commands: [
    { id: 'panel.chain', group: 'window', keys: 'Mod+J', run: ({ view }) => togglePanel(view) },
    {
      id: 'page.chains',
      group: 'window',
      keys: 'Mod+Shift+L',
      run: ({ view }) => view.setState({ page: 'chains', sheet: null }),
    },
  ],
};
