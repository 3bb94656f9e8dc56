// All definitions that apply in a location, by precedence, and problems with the others.

import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { type Definition, type FileKind, fileKinds, shapes } from './definition.ts';
import type { DefinitionRoots } from './definitionFolders.ts';
import { definitionFolders, programs } from './definitionFolders.ts';
import type { DefinitionFile, DefinitionProblem, DefinitionReader } from './readDefinitions.ts';

interface Catalogue {
  /** Definitions of all kinds, including shadowed ones. */
  definitions: Definition[];
  problems: (DefinitionProblem & { kind: FileKind })[];
}

/** Precedence within a folder when names collide. */
const calledOrder: readonly FileKind[] = ['skill', 'command', 'prompt', 'agent'];

export type ReadCatalog = (places: DefinitionRoots, kinds?: readonly FileKind[]) => Promise<Catalogue>;

type Read = ReturnType<typeof import('./readDefinition.ts').readDefinition>;

const maxKnown = 5_000;

/** Files are checked before each message, so parsed content is cached by text. */
export function createCatalog(reader: DefinitionReader): ReadCatalog {
  const parsedFiles = new Map<string, { file: DefinitionFile; made: Read }>();

  async function definitionOf(kind: FileKind, file: DefinitionFile): Promise<Read> {
    const key = `${kind} ${file.label}`;
    const before = parsedFiles.get(key);
    if (before?.file.text === file.text && before.file.path === file.path) return before.made;
    if (parsedFiles.size >= maxKnown) parsedFiles.clear();
    const { readDefinition } = await import('./readDefinition.ts');
    const parsedDefinition = readDefinition(kind, file);
    parsedFiles.set(key, { file, made: parsedDefinition });
    return parsedDefinition;
  }

  async function readKind(kind: FileKind, places: DefinitionRoots): Promise<Catalogue> {
    const definitions: Definition[] = [];
    const problems: Catalogue['problems'] = [];
    /** The project folder may be the home folder, or a link to one already listed. */
    const seen = new Set<string>();
    const slice = createTimeSlice();
    for (const folder of definitionFolders(kind, places)) {
      const definitionsRead = await reader.read(folder, shapes[kind]);
      problems.push(...definitionsRead.problems.map((problem) => ({ ...problem, kind })));
      for (const file of definitionsRead.files) {
        if (seen.has(file.path)) continue;
        seen.add(file.path);
        await slice();
        const definition = await definitionOf(kind, file);
        if ('id' in definition) definitions.push(definition);
        else problems.push({ kind, label: file.label, ...definition });
      }
    }
    return { definitions, problems };
  }

  return async (places, kinds = fileKinds) => {
    const read = await Promise.all(kinds.map((kind) => readKind(kind, places)));
    const definitions = withShadows(read.flatMap((one) => one.definitions));
    return { definitions, problems: read.flatMap((one) => one.problems) };
  };
}

/** Agents have a separate namespace in which the project wins; everything else is called with `/`. */
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
