// All definitions that apply in a location, by precedence, and problems with the others.

import { appCommandNames } from '../../../shared/features/slash/slash.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { firstCharacters } from '../../lib/text.ts';
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

/**
 * Agents have a separate namespace in which the project wins; everything else is called with `/`. A team's item whose name is taken is
 * called with the name of the team before it, and a plugin's with that of the plugin.
 */
function withShadows(all: readonly Definition[]): Definition[] {
  const first = new Map<string, string>();
  return all
    .toSorted((one, other) => order(one) - order(other))
    .map((definition) => {
      const { team, plugin } = definition.folder;
      const prefix = team ? prefixOf(team.teamName) : plugin?.name;
      const names = [definition.name, ...(prefix === undefined ? [] : [`${prefix}:${definition.name}`])];
      const keyOf = (name: string): string => `${definition.kind === 'agent' ? 'agent' : 'called'} ${name}`;
      const isTaken = (each: string): boolean => first.has(keyOf(each)) || (prefix !== undefined && isAppCommand(each));
      const name = names.find((each) => !isTaken(each));
      const shadowedBy = name === undefined ? (first.get(keyOf(definition.name)) ?? null) : null;
      if (name !== undefined) first.set(keyOf(name), definition.label);
      return { ...definition, name: name ?? definition.name, shadowedBy };
    });
}

function isAppCommand(name: string): boolean {
  return (appCommandNames as readonly string[]).includes(name);
}

function prefixOf(teamName: string): string {
  return firstCharacters(teamName.normalize('NFC').replace(/[^\p{L}\p{N}_-]+/gu, '-'), 40) || 'team';
}

const scopeOrder = { personal: 100, project: 100, team: 200, plugin: 300 } as const;

function order({ kind, folder: { scope, program } }: Definition): number {
  const isFirst = scope !== 'plugin' && (scope === 'personal') === (kind !== 'agent');
  return (isFirst ? 0 : scopeOrder[scope]) + programs.indexOf(program) * 10 + calledOrder.indexOf(kind);
}
