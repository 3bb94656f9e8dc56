// Git: from changed files to a pull request, as a tab of the review panel.

import type { WindowFeature } from '../../core/feature.ts';
import { showPanel } from '../../core/state/panels.ts';

export const gitFeature: WindowFeature = {
  commands: [
    {
      id: 'git.open',
      group: 'window',
      run({ view }) {
        view.setState(({ review }) => ({ review: { ...review, tab: 'git' } }));
        showPanel(view, 'review');
      },
    },
  ],
};
