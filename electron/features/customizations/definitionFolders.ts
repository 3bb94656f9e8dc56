// Where to look for commands, skills, prompts, agents and presets, and their precedence. If names collide, the user's
// own wins over the project's, as in other apps for commands and skills, so that a folder cannot take over a user's
// name; for agents it is the reverse, there and here. Throughline's come before other apps'.

import { isAbsolute, join, relative, sep } from 'node:path';
import type { CustomizationKind, CustomizationOrigin } from '../../../shared/features/customizations/customization.ts';

export interface DefinitionRoots {
  dataDir: string;
  home: string;
  /** Claude Code's folder if it is not `~/.claude`; else null. */
  claude: string | null;
  /** Whether to include other apps' folders in the home folder. */
  others: boolean;
  /** The project folder; null if there is none or it is untrusted. */
  folder: string | null;
}

/** `shared` is the folder that apps share, `.agents`. */
export const programs = ['throughline', 'claude', 'shared'] as const;

export interface DefinitionFolder {
  scope: Extract<CustomizationOrigin['scope'], 'personal' | 'project'>;
  /** Absolute. Files must be inside it with links resolved. */
  root: string;
  /** Relative to the root, with `/`. */
  path: string;
  /** The display prefix of its files: `~/.claude/commands`. */
  label: string;
  /** Whose format it uses; within a scope, earlier ones take precedence. */
  program: (typeof programs)[number];
  /** The app's own folder, where it writes the user's files. */
  own: boolean;
}

const folderName: Readonly<Record<CustomizationKind, string>> = {
  command: 'commands',
  skill: 'skills',
  prompt: 'prompts',
  agent: 'agents',
  preset: 'presets',
};

/** Folders of other apps, the same in a home and in a project. */
const otherFolders: Readonly<Record<CustomizationKind, readonly string[]>> = {
  command: ['.claude/commands'],
  skill: ['.claude/skills', '.agents/skills'],
  prompt: [],
  agent: ['.claude/agents'],
  preset: [],
};

/** The folders for a kind, by precedence. */
export function definitionFolders(kind: CustomizationKind, places: DefinitionRoots): DefinitionFolder[] {
  const { dataDir, home, claude, others, folder } = places;
  const ownFolderName = folderName[kind];
  const personal: DefinitionFolder[] = [
    {
      scope: 'personal',
      root: dataDir,
      path: ownFolderName,
      label: tilde(join(dataDir, ownFolderName), home),
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
  const project = (folder === null ? [] : [`.throughline/${ownFolderName}`, ...otherFolders[kind]]).map((path) => ({
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

/** Abbreviates the home folder as `~`. */
function tilde(path: string, home: string): string {
  const below = relative(home, path);
  return below === '' || below.startsWith('..') || isAbsolute(below) ? path : `~/${below.split(sep).join('/')}`;
}
