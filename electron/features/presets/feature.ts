// Presets: a model with its options, instructions and tools under one name.

import { dirname } from 'node:path';
import type { presetMethods } from '../../../shared/features/presets/methods.ts';
import type { Platform } from '../../platform.ts';
import { atomicWrite, makeFolder } from '../../stores/files/atomicWrite.ts';
import { acceptedFolders } from '../customizations/definitionFolders.ts';
import { defineFeature } from '../feature.ts';
import type { ChoosePreset } from './choosePreset.ts';
import { presetHandlers } from './handlers.ts';
import { createPresets, type Presets } from './presets.ts';

declare module '../appParts.ts' {
  interface AppParts {
    presets: Presets;
    choosePreset: ChoosePreset;
  }
}

export const presetsFeature = defineFeature<typeof presetMethods>()({
  create: ({ acceptedItems, dataDir, home, ids, disk, sandbox }: Platform) =>
    createPresets({
      ofTeams: () => acceptedFolders(acceptedItems),
      isUnchecked: sandbox.isUnchecked,
      dataDir,
      home,
      ids,
      async write(file, text) {
        await makeFolder(disk, dirname(file));
        await atomicWrite(disk, file, text);
      },
    }),
  handlers: presetHandlers,
  publish: (presets, { feed }) => presets.onChange(() => feed.publish({ type: 'presets.changed' })),
});
