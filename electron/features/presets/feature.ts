// Presets: a model with its options, instructions and tools under one name.

import { dirname } from 'node:path';
import type { presetMethods } from '../../../shared/features/presets/methods.ts';
import type { Platform } from '../../platform.ts';
import { atomicWrite, makeFolder } from '../../stores/files/atomicWrite.ts';
import { defineFeature } from '../feature.ts';
import { presetHandlers } from './handlers.ts';
import { createPresets } from './presets.ts';

export const presetsFeature = defineFeature<typeof presetMethods>()({
  create: ({ dataDir, home, ids, disk, sandbox }: Platform) =>
    createPresets({
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
