// The review panel: changed files as diffs, with comments, undo by line, and git.

import type { WindowFeature } from '../../core/feature.ts';
import { togglePanel } from '../../core/state/panels.ts';

export const reviewFeature: WindowFeature = {
  commands: [
    { id: 'review.open', group: 'window', keys: 'Mod+Shift+D', run: ({ view }) => togglePanel(view, 'review') },
  ],
};
