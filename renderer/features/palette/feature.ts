// The palette: search for commands, conversations and settings.

import type { WindowFeature } from '../../core/feature.ts';

export const paletteFeature: WindowFeature = {
  commands: [
    {
      id: 'palette.open',
      group: 'window',
      keys: 'Mod+K',
      overDialogs: true,
      quiet: true,
      run: ({ view }) => {
        // An open dialog must be answered or closed first; the palette itself closes with the same key.
        if (view.getState().dialog === null)
          view.setState(({ paletteOpen }) => ({ paletteOpen: !paletteOpen, typed: '' }));
      },
    },
    {
      id: 'palette.commands',
      group: 'window',
      keys: { desktop: 'Mod+Shift+P', browser: '' },
      quiet: true,
      run: ({ view }) => view.setState({ paletteOpen: true, typed: '>' }),
    },
  ],
};
