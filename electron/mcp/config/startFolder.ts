// Where a program is started. The person's own servers never start in a folder they have not trusted: `python -m`, `npx` and
// many others run what is in their start folder.

import { resolve } from 'node:path';
import { ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { refuse } from '../../tools/toolOutput.ts';
import type { ConfiguredServer, McpProject, ServerConfig, StdioConfig } from './serverConfig.ts';
import { expandFolder, referencesIn } from './variables.ts';

type Placed = Pick<ConfiguredServer, 'ref' | 'folder' | 'startFolder'>;

/** Absolute. `home`: of the person. */
export function startFolderOf(
  origin: ConfiguredServer['ref']['origin'],
  project: McpProject | null,
  home: string,
): string {
  if (origin.type === 'global' || !project?.folder) return home;
  return origin.type === 'folder' || project.trusted ? project.folder : home;
}

/** `cwd` with its variables replaced; relative to where the program starts without it, never to where the app was started. */
export function resolveFolder(cwd: string | null, { startFolder }: Pick<Placed, 'startFolder'>): string {
  return cwd === null || cwd === '' ? startFolder : resolve(startFolder, cwd);
}

/** For people: the absolute path, as far as it is known before the variables are. */
export function shownFolder(cwd: string | null, server: Placed): string {
  if (cwd === null) return server.startFolder;
  const known = expandFolder(cwd, server.folder);
  return known.startsWith('${') ? known : resolveFolder(known, server);
}

interface Started {
  ref: ConfiguredServer['ref'];
  config: ServerConfig;
}

/** Whether trusting the folder, or no longer, changes how it is started. */
export function dependsOnTrust({ ref, config }: Started): boolean {
  if (config.transport !== 'stdio' || ref.origin.type === 'folder') return false;
  return ref.origin.type === 'project' || runsInFolder(config);
}

/** The error: the person's own configuration runs something in, or from, a folder that they do not trust. */
export function mayStart({ ref, config }: Started, folder: string | null, trusted: boolean): Result<void> {
  if (config.transport !== 'stdio' || ref.origin.type === 'folder') return ok(undefined);
  if (trusted || folder === null || !runsInFolder(config)) return ok(undefined);
  return refuse(
    say`It is set up to start in the project folder, but you have not trusted ${folder}: something in that folder could run in its place`,
  );
}

function runsInFolder({ command, cwd }: StdioConfig): boolean {
  return referencesIn(`${command}\n${cwd ?? ''}`).some(({ kind }) => kind === 'folder');
}
