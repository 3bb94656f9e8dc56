// The user's own colors.

import type { themeMethods } from '../../../shared/features/theme/methods.ts';
import type { AppNeeds } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { themeHandlers } from './handlers.ts';
import { createThemeFile } from './themeFile.ts';

export const themeFeature = defineFeature<typeof themeMethods>()({
  create: ({ dataDir }: AppNeeds) => createThemeFile(dataDir),
  handlers: themeHandlers,
  publish: (theme, { feed }) => theme.onChange((now) => feed.publish({ type: 'theme.changed', theme: now })),
  close: (theme) => theme.close(),
});
