// unsent.*: texts of windows that were not sent, while the data is encrypted.

import { ok } from '../../../shared/core/errors.ts';
import type { unsentMethods } from '../../../shared/features/unsent/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { Platform } from '../../platform.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { createUnsentTexts, type UnsentTexts } from './unsentTexts.ts';

declare module '../appParts.ts' {
  interface AppParts {
    unsent: UnsentTexts;
  }
}

export const unsentFeature = defineFeature<typeof unsentMethods>()({
  create: ({ dataDir, disk, clock, mask }: Platform) => createUnsentTexts({ dataDir, disk, clock, mask }),
  handlers: ({ feed, native }: AppParts, unsent: UnsentTexts): HandlersOf<typeof unsentMethods> => {
    let isScrubbing = false;
    return {
      async 'unsent.save'({ texts, writer }) {
        const saved = await unsent.save(texts);
        if (!saved.ok) return saved;
        feed.publish({ type: 'unsent.changed', texts, writer });
        return ok({});
      },
      async 'unsent.scrub'() {
        // All windows share the storage: only one may empty and refill it.
        if (isScrubbing) return ok({ scrubbed: false });
        isScrubbing = true;
        try {
          return ok({ scrubbed: (await native.desktop?.scrubStorage()) ?? false });
        } finally {
          isScrubbing = false;
        }
      },
    };
  },
});
