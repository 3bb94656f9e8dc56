// Where commands, skills, prompts, agents and presets are looked for, and in which order. Of two with one name the first is
// meant: the person's own before the project's, as other programs have it for commands and skills, so that a folder never takes
// the name of what a person made; for agents it is the other way round there, and here. Throughline's before other programs'.

import { isAbsolute, join, relative, sep } from 'node:path';
import type { CustomizationKind, CustomizationOrigin } from '../../../shared/features/customizations/customization.ts';

export interface DefinitionPlaces {
  dataDir: string;
  home: string;
  /** Claude Code's own folder where it is not `~/.claude`; null: it is. */
  claude: string | null;
  /** Whether the folders of other programs in the home are looked at. */
  others: boolean;
  /** The project's folder; null: there is none, or it is not trusted. */
  folder: string | null;
}

/** `shared`: what programs have in common, `.agents`. */
export const programs = ['throughline', 'claude', 'shared'] as const;

export interface DefinitionFolder {
  scope: Extract<CustomizationOrigin['scope'], 'personal' | 'project'>;
  /** Absolute. What is read is in it once every link is followed. */
  root: string;
  /** From the root on, with `/`. */
  path: string;
  /** How people name it, before the names of its files: `~/.claude/commands`. */
  label: string;
  /** Whose form it is; in one scope the earlier is meant before the later. */
  program: (typeof programs)[number];
  /** It is the app's own: the person's files there are written by it. */
  own: boolean;
}

const folderName: Readonly<Record<CustomizationKind, string>> = {
  command: 'commands',
  skill: 'skills',
  prompt: 'prompts',
  agent: 'agents',
  preset: 'presets',
};

/** Of other programs, in a home and in a project alike. */
const otherFolders: Readonly<Record<CustomizationKind, readonly string[]>> = {
  command: ['.claude/commands'],
  skill: ['.claude/skills', '.agents/skills'],
  prompt: [],
  agent: ['.claude/agents'],
  preset: [],
};

/** Those of a kind, the first meant before the others. */
export function definitionFolders(kind: CustomizationKind, places: DefinitionPlaces): DefinitionFolder[] {
  const { dataDir, home, claude, others, folder } = places;
  const own = folderName[kind];
  const personal: DefinitionFolder[] = [
    {
      scope: 'personal',
      root: dataDir,
      path: own,
      label: tilde(join(dataDir, own), home),
      program: 'throughline',
      own: true,
    },
    ...(others ? otherFolders[kind] : []).map((path) => {
      const moved = claude !== null && path.startsWith('.claude/') ? claude : null;
      const place = moved === null ? { root: home, path } : { root: moved, path: path.slice('.claude/'.length) };
      return {
        scope: 'personal' as const,
        ...place,
        label: tilde(join(place.root, place.path), home),
        program: programOf(path),
        own: false,
      };
    }),
  ];
  const project = (folder === null ? [] : [`.throughline/${own}`, ...otherFolders[kind]]).map((path) => ({
    scope: 'project' as const,
    root: folder as string,
    path,
    label: path,
    program: programOf(path),
    own: false,
  }));
  return kind === 'agent' ? [...project, ...personal] : [...personal, ...project];
}

function programOf(path: string): DefinitionFolder['program'] {
  if (path.startsWith('.throughline/')) return 'throughline';
  return path.startsWith('.claude/') ? 'claude' : 'shared';
}

/** As people write it: below the home with `~`. */
function tilde(path: string, home: string): string {
  const below = relative(home, path);
  return below === '' || below.startsWith('..') || isAbsolute(below) ? path : `~/${below.split(sep).join('/')}`;
}
