// theme.*: the user's colors from a theme file.

import { ok } from '../../../shared/core/errors.ts';
import type { themeMethods } from '../../../shared/features/theme/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';

export function themeHandlers({ theme, native }: AppParts): HandlersOf<typeof themeMethods> {
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
