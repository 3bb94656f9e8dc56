// ownText.*: the user's texts for models, and the memory.

import type { Result } from '../../../shared/core/errors.ts';
import type { ownTextMethods } from '../../../shared/features/memory/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';

export function ownTextHandlers(deps: AppParts): HandlersOf<typeof ownTextMethods> {
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
