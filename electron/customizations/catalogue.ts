// Everything that there is for a place, in the order in which it is meant, and what is wrong with the rest.

import { type Definition, type FileKind, fileKinds, readDefinition, shapes } from './definition.ts';
import type { DefinitionPlaces } from './definitionFolders.ts';
import { definitionFolders, programs } from './definitionFolders.ts';
import type { DefinitionProblem, DefinitionReader } from './readDefinitions.ts';

export interface Catalogue {
  /** Of all kinds, also those that another one stands before. */
  definitions: Definition[];
  problems: (DefinitionProblem & { kind: FileKind })[];
}

/** In one folder: what a person finds first when two are called the same. */
const calledOrder: readonly FileKind[] = ['skill', 'command', 'prompt', 'agent'];

export async function readCatalogue(
  reader: DefinitionReader,
  places: DefinitionPlaces,
  kinds: readonly FileKind[] = fileKinds,
): Promise<Catalogue> {
  const read = await Promise.all(kinds.map((kind) => readKind(reader, kind, places)));
  const definitions = withShadows(read.flatMap((one) => one.definitions));
  return { definitions, problems: read.flatMap((one) => one.problems) };
}

async function readKind(
  reader: DefinitionReader,
  kind: FileKind,
  places: DefinitionPlaces,
): Promise<{ definitions: Definition[]; problems: Catalogue['problems'] }> {
  const definitions: Definition[] = [];
  const problems: Catalogue['problems'] = [];
  /** A project's folder may be the home, or a link to a folder that was there already. */
  const seen = new Set<string>();
  for (const folder of definitionFolders(kind, places)) {
    const found = await reader.read(folder, shapes[kind]);
    problems.push(...found.problems.map((problem) => ({ ...problem, kind })));
    for (const file of found.files) {
      if (seen.has(file.path)) continue;
      seen.add(file.path);
      const definition = readDefinition(kind, file);
      if ('id' in definition) definitions.push(definition);
      else problems.push({ kind, label: file.label, ...definition });
    }
  }
  return { definitions, problems };
}

/** Agents have names of their own, and the project's are meant first; all others are called with `/`. */
function withShadows(all: readonly Definition[]): Definition[] {
  const first = new Map<string, string>();
  return all
    .toSorted((one, other) => order(one) - order(other))
    .map((definition) => {
      const key = `${definition.kind === 'agent' ? 'agent' : 'called'} ${definition.name}`;
      const shadowedBy = first.get(key) ?? null;
      if (shadowedBy === null) first.set(key, definition.label);
      return { ...definition, shadowedBy };
    });
}

function order({ kind, folder: { scope, program } }: Definition): number {
  const isFirst = (scope === 'personal') === (kind !== 'agent');
  return (isFirst ? 0 : 100) + programs.indexOf(program) * 10 + calledOrder.indexOf(kind);
}
