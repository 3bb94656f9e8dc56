// Where to look for commands, skills, prompts, agents and presets, and their precedence. If names collide, the user's
// own wins over the project's, as in other apps for commands and skills, so that a folder cannot take over a user's
// name; for agents it is the reverse, there and here. Throughline's come before other apps'.

import { isAbsolute, join, relative, sep } from 'node:path';
import type { CustomizationKind, CustomizationOrigin } from '../../../shared/features/customizations/customization.ts';
import type { AcceptedItems } from '../../stores/acceptedItems.ts';
import type { InstalledPlugins } from '../../stores/installedPlugins.ts';

export interface DefinitionRoots {
  dataDir: string;
  home: string;
  /** Claude Code's folder if it is not `~/.claude`; else null. */
  claude: string | null;
  /** Whether to include other apps' folders in the home folder. */
  others: boolean;
  /** The project folder; null if there is none or it is untrusted. */
  folder: string | null;
  /** Items of teams that the user has accepted. */
  team?: readonly ItemFolder[];
  /** Installed plugins that are on. */
  plugins?: readonly PluginFolder[];
}

export interface ItemFolder {
  /** The item's folder. */
  root: string;
  id: string;
  kind: string;
  teamName: string;
  author: string;
}

/** The folder of an installed plugin's version. */
export interface PluginFolder {
  root: string;
  name: string;
}

/** `shared` is the folder that apps share, `.agents`. */
export const programs = ['throughline', 'claude', 'shared'] as const;

export interface DefinitionFolder {
  scope: Exclude<CustomizationOrigin['scope'], 'server'>;
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
  /** Set if a member of a team shares it. */
  team?: ItemFolder;
  /** Set if it is part of an installed plugin. */
  plugin?: PluginFolder;
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
  const ofTeams = (places.team ?? []).flatMap((team) => (team.kind === kind ? [teamFolder(kind, team)] : []));
  const ofPlugins = (places.plugins ?? []).map((plugin) => pluginFolder(kind, plugin));
  return kind === 'agent'
    ? [...project, ...personal, ...ofPlugins]
    : [...personal, ...project, ...ofTeams, ...ofPlugins];
}

/** Last, so that no member takes over a name of the user's or the project's. */
function teamFolder(kind: CustomizationKind, team: ItemFolder): DefinitionFolder {
  const label = `${team.teamName}, ${team.author}`;
  return { scope: 'team', root: team.root, path: folderName[kind], label, program: 'throughline', own: false, team };
}

function pluginFolder(kind: CustomizationKind, plugin: PluginFolder): DefinitionFolder {
  const path = folderName[kind];
  return {
    ...{ scope: 'plugin', root: plugin.root, path, label: `${plugin.name}/${path}` },
    ...{ program: 'throughline', own: false, plugin },
  };
}

function programOf(path: string): DefinitionFolder['program'] {
  if (path.startsWith('.throughline/')) return 'throughline';
  return path.startsWith('.claude/') ? 'claude' : 'shared';
}

/** Where the files of accepted items are. */
export async function acceptedFolders(accepted: Pick<AcceptedItems, 'list' | 'folderOf'>): Promise<ItemFolder[]> {
  const items = await accepted.list();
  return items.map((item) => ({ ...item, root: accepted.folderOf(item) }));
}

/** Of plugins that are on. */
export async function pluginFolders(installed: Pick<InstalledPlugins, 'list' | 'folderOf'>): Promise<PluginFolder[]> {
  const { plugins } = await installed.list();
  return plugins
    .filter(({ enabled }) => enabled)
    .map(({ id, name, current }) => ({ name, root: installed.folderOf(id, current.hash) }));
}

/** Abbreviates the home folder as `~`. */
function tilde(path: string, home: string): string {
  const below = relative(home, path);
  return below === '' || below.startsWith('..') || isAbsolute(below) ? path : `~/${below.split(sep).join('/')}`;
}
