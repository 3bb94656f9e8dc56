// The palette: commands, conversations and settings by what is typed.

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
        // A dialog is answered or closed first; the palette is closed by its own key.
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
