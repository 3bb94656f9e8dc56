// The first of the places that a command names of which a person is asked each time: such a command is allowed by itself only.

import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { CommandFacts } from '../../../shared/permission/permission.ts';
import { sensitiveBecause } from '../paths/sensitivePaths.ts';

/** `grave`: it may hold secrets. `notable`: it decides what others run, or there is more than is looked through. */
export function secretIn({ parts, launched = [] }: CommandFacts): { grave?: Sentence; notable?: Sentence } {
  const places = [...parts, ...launched].flatMap(({ places = [] }) => places);
  const said = places.flatMap(({ path, said, sensitive, guarded }) => {
    const why = sensitive ?? guarded;
    // What it finds by itself it does not name.
    if (why === undefined || said === undefined) return [];
    // The name of a link says nothing.
    const telling = (['read', 'write'] as const).some((access) => sensitiveBecause(said, access) !== null);
    const shown = (telling ? said : path).replace(/^\.\//, '').slice(0, 200);
    return [{ isSecret: sensitiveBecause(path, 'read') !== null, sentence: say`It names ${shown}: ${why}.` }];
  });
  const grave = said.find(({ isSecret }) => isSecret);
  if (grave) return { grave: grave.sentence };
  const [notable] = said;
  return notable ? { notable: notable.sentence } : {};
}
