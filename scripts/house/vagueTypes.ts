// Finds exported types with meaningless names: a participle (`Kept`) or a vague word (`Place`).

import type { SourceFile } from './graph.ts';

const vague = /^(?:Places?|Words?|Doors?)$/;
const participle =
  /^(?:\w{2,}ed|Begun|Broken|Built|Chosen|Cut|Drawn|Found|Given|Gone|Held|Hidden|Kept|Known|Left|Lost|Made|Put|Read|Said|Seen|Sent|Shown|Taken|Told|Written)$/;
/** Conversations of other apps, read and continued in place. */
const featureName = /InPlace/;
const noParticiple = /^(?:Embed|Feed|Need|Seed|Speed)$/;

/** Returns each as `name file`. */
export function vagueTypes(files: ReadonlyMap<string, SourceFile>): string[] {
  return [...files.values()].flatMap(({ path: file, types }) => types.filter(isVague).map((name) => `${name} ${file}`));
}

function isVague(name: string): boolean {
  const nameParts = name.replace(featureName, '').match(/[A-Z][a-z0-9]*/g) ?? [];
  const last = nameParts.at(-1) ?? '';
  return nameParts.some((word) => vague.test(word)) || (participle.test(last) && !noParticiple.test(last));
}
