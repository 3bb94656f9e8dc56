// The user's own colors.

import { ok } from '../../../shared/core/errors.ts';
import type { themeMethods } from '../../../shared/features/theme/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import { nodeDisk } from '../../stores/files/disk.ts';
import { guardedDisk } from '../../stores/readOnlyData.ts';
import type { AppNeeds, AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { createThemeFile, type Theme } from './themeFile.ts';

declare module '../appParts.ts' {
  interface AppParts {
    theme: Theme;
  }
}

export const themeFeature = defineFeature<typeof themeMethods>()({
  create: ({ dataDir }: AppNeeds) => createThemeFile(dataDir, { disk: guardedDisk(dataDir, nodeDisk) }),
  handlers: themeHandlers,
  publish: (theme, { feed }) => theme.onChange((now) => feed.publish({ type: 'theme.changed', theme: now })),
  close: (theme) => theme.close(),
});

/** theme.*: the user's colors from a theme file. */
function themeHandlers({ theme, native }: AppParts): HandlersOf<typeof themeMethods> {
  return {
    'theme.read': async () => ok(await theme.read()),
    'theme.create': () => theme.create(),
    'theme.reset': () => theme.reset(),
    async 'theme.show'() {
      const { place, exists } = await theme.read();
      return ok({ shown: exists && (await native.revealFile(place)) });
    },
  };
}
