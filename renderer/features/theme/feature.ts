// Theme: colors, sizes, density and language.

import type { WindowFeature } from '../../core/feature.ts';
import type { Command, Session } from '../../core/state/session.ts';
import { changeZoom } from './zoom.ts';

/** Commands for theme and zoom. */
const themeCommands: readonly Command[] = [
  { id: 'theme.light', group: 'window', run: (session) => chooseTheme(session, 'light') },
  { id: 'theme.dark', group: 'window', run: (session) => chooseTheme(session, 'dark') },
  { id: 'theme.system', group: 'window', run: (session) => chooseTheme(session, 'system') },
  // In a browser, too: zoom is a setting that all windows share.
  {
    id: 'zoom.larger',
    group: 'window',
    keys: 'Mod+=',
    also: 'Mod++',
    run: (now) => void changeZoom(now, 1),
  },
  { id: 'zoom.smaller', group: 'window', keys: 'Mod+-', run: (now) => void changeZoom(now, -1) },
  { id: 'zoom.usual', group: 'window', keys: 'Mod+0', run: (now) => void changeZoom(now, 0) },
];

export const themeFeature: WindowFeature = {
  commands: themeCommands,
  settings: {
    appearance: async () => (await import('./AppearanceSection.tsx')).appearancePage,
  },
};

function chooseTheme({ actions }: Session, theme: 'light' | 'dark' | 'system'): void {
  void actions.call('settings.update', { patch: { theme } }).then((answer) => {
    if (!answer.ok) actions.report(answer.error);
  });
}
