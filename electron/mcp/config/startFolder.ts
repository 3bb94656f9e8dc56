// Determines a program's start folder. The user's own servers never start in an untrusted folder: `python -m`, `npx`
// and many others execute files found there.

import { resolve } from 'node:path';
import { ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { toolFailure } from '../../tools/toolOutput.ts';
import type { ConfiguredServer, McpProject, ServerConfig, StdioConfig } from './serverConfig.ts';
import { expandFolder, findReferences } from './variables.ts';

type Placed = Pick<ConfiguredServer, 'ref' | 'folder' | 'startFolder'>;

/** Absolute. `home`: the user's home folder. */
export function startFolderOf(
  origin: ConfiguredServer['ref']['origin'],
  project: McpProject | null,
  home: string,
): string {
  if (origin.type === 'global' || origin.type === 'plugin' || !project?.folder) return home;
  return origin.type === 'folder' || project.trusted ? project.folder : home;
}

/** Resolves `cwd` relative to the default start folder, never to the app's working directory. */
export function resolveFolder(cwd: string | null, { startFolder }: Pick<Placed, 'startFolder'>): string {
  return cwd === null || cwd === '' ? startFolder : resolve(startFolder, cwd);
}

/** For display: absolute, as far as possible before variables are replaced. */
export function displayFolder(cwd: string | null, server: Placed): string {
  if (cwd === null) return server.startFolder;
  const expanded = expandFolder(cwd, server.folder);
  return expanded.startsWith('${') ? expanded : resolveFolder(expanded, server);
}

interface Started {
  ref: ConfiguredServer['ref'];
  config: ServerConfig;
}

/** Whether trusting the folder changes how the server starts. */
export function dependsOnTrust({ ref, config }: Started): boolean {
  if (config.transport !== 'stdio' || ref.origin.type === 'folder' || ref.origin.type === 'plugin') return false;
  return ref.origin.type === 'project' || runsInFolder(config);
}

/** Fails if the user's own configuration would run something in, or from, an untrusted folder. */
export function checkStartAllowed({ ref, config }: Started, folder: string | null, trusted: boolean): Result<void> {
  if (config.transport !== 'stdio' || ref.origin.type === 'folder' || ref.origin.type === 'plugin')
    return ok(undefined);
  if (trusted || folder === null || !runsInFolder(config)) return ok(undefined);
  return toolFailure(
    say`It is set to start in the project folder, but ${folder} is not trusted, so something in that folder could run in its place`,
  );
}

function runsInFolder({ command, cwd }: StdioConfig): boolean {
  return findReferences(`${command}\n${cwd ?? ''}`).some(({ kind }) => kind === 'folder');
}
