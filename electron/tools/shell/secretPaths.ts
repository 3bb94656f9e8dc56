// The first path in a command that always needs approval; such a command is only allowed individually.

import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { CommandFacts } from '../../../shared/permission/permission.ts';
import { sensitivityReason } from '../paths/sensitivePaths.ts';

/** `grave`: may hold secrets. `notable`: controls what others run, or there is more than was checked. */
export function sensitivePathReasons({ parts, launched = [] }: CommandFacts): { grave?: Sentence; notable?: Sentence } {
  const places = [...parts, ...launched].flatMap(({ places = [] }) => places);
  const sensitivePlaces = places.flatMap(({ path, said, sensitive, guarded }) => {
    const why = sensitive ?? guarded;
    // Files found by searching are not named.
    if (why === undefined || said === undefined) return [];
    // The link's name reveals nothing.
    const telling = (['read', 'write'] as const).some((access) => sensitivityReason(said, access) !== null);
    const label = (telling ? said : path).replace(/^\.\//, '').slice(0, 200);
    return [{ isSecret: sensitivityReason(path, 'read') !== null, sentence: say`It names ${label}: ${why}.` }];
  });
  const grave = sensitivePlaces.find(({ isSecret }) => isSecret);
  if (grave) return { grave: grave.sentence };
  const [notable] = sensitivePlaces;
  return notable ? { notable: notable.sentence } : {};
}
