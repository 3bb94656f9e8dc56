// Memory: the user's instructions, and what models remember about the user's work.

import type { Result } from '../../../shared/core/errors.ts';
import type { userTextMethods } from '../../../shared/features/memory/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { Platform } from '../../platform.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { createUserTextFiles } from './userTextFiles.ts';
import { createUserTexts, type UserTexts } from './userTexts.ts';

declare module '../appParts.ts' {
  interface AppParts {
    ownTexts: UserTexts;
  }
}

export const memoryFeature = defineFeature<typeof userTextMethods>()({
  create: ({ dataDir, disk, clock, mask, keysKnown, store, readSettings, settings }: Platform) =>
    createUserTexts({
      files: createUserTextFiles(dataDir, { disk, clock, mask, keysKnown }),
      store,
      settings: readSettings,
      updateSettings: settings.update,
    }),
  handlers: userTextHandlers,
});

/** ownText.*: the user's texts for models, and the memory. */
function userTextHandlers(deps: AppParts): HandlersOf<typeof userTextMethods> {
  const { ownTexts } = deps;

  async function telling<T>(change: Promise<Result<T>>): Promise<Result<T>> {
    const changed = await change;
    if (changed.ok) deps.feed.publish({ type: 'ownTexts.changed' });
    return changed;
  }

  return {
    'ownText.read': (ref) => ownTexts.read(ref),

    async 'ownText.save'({ text, version, ...ref }) {
      const saved = await telling(ownTexts.save(ref, text, version));
      if (saved.ok && ref.about === 'personal') {
        deps.feed.publish({ type: 'settings.changed', settings: (await deps.settings.read()).settings });
      }
      return saved;
    },

    'ownText.restore': ({ messageId, index, ...ref }) => telling(ownTexts.restore(ref, { messageId, index })),
  };
}
