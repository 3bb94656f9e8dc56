// The user's own colors.

import type { themeMethods } from '../../../shared/features/theme/methods.ts';
import type { AppNeeds } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { themeHandlers } from './handlers.ts';
import type { Theme } from './theme.ts';
import { createThemeFile } from './themeFile.ts';

declare module '../appParts.ts' {
  interface AppParts {
    theme: Theme;
  }
}

export const themeFeature = defineFeature<typeof themeMethods>()({
  create: ({ dataDir }: AppNeeds) => createThemeFile(dataDir),
  handlers: themeHandlers,
  publish: (theme, { feed }) => theme.onChange((now) => feed.publish({ type: 'theme.changed', theme: now })),
  close: (theme) => theme.close(),
});
