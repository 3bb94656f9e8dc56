// SQL over the user's own conversations, calls, files and costs.

import type { WindowFeature } from '../../core/feature.ts';

export const queryFeature: WindowFeature = {
  commands: [{ id: 'query.open', group: 'window', run: ({ view }) => view.setState({ dialog: { type: 'query' } }) }],
  dialogs: { query: async () => (await import('./QueryDialog.tsx')).QueryDialog },
};
