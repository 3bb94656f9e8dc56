// Reads a plugin of several parts: its manifest, the commands that its servers would run, and what is not used.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { say, type UserText } from '../../../../shared/core/sentence.ts';
import { visibleText } from '../../../../shared/core/visibleText.ts';
import { displayCommand } from '../../../mcp/config/fingerprint.ts';
import {
  maxPluginServerBytes,
  type PluginFolders,
  type PluginServers,
  readPluginServers,
} from '../../../mcp/config/pluginServers.ts';
import { parseServerConfig } from '../../../mcp/config/serverConfig.ts';
import { readBoundedText } from '../../../stores/files/boundedText.ts';
import { nodeDisk } from '../../../stores/files/disk.ts';
import { pluginManifests, readManifest } from './manifest.ts';

export function readServers(place: PluginFolders): Promise<PluginServers> {
  return readPluginServers((path) => readBoundedText(nodeDisk, path, maxPluginServerBytes, 'refused'), place);
}

/** For the user, before it is installed. Its place is not known yet, so paths begin with `$PLUGIN_ROOT`. */
export async function readPluginMain(folder: string) {
  let [text, description, version] = ['', '', ''];
  let hasHooks = await exists(join(folder, 'hooks'));
  for (const file of pluginManifests) {
    const content = await readFile(join(folder, ...file.split('/')), 'utf8').catch(() => null);
    const read = content === null ? null : readManifest(content, file);
    if (content === null || !read?.ok) continue;
    text = content;
    ({ description, version } = read.value);
    hasHooks ||= read.value.hooks !== undefined;
    break;
  }
  const { servers, problems } = await readServers({ root: folder, data: join(folder, 'data') });
  const serverEffects = Object.entries(servers).map(([name, entry]): UserText => {
    const { content: _content, ...rest } = entry;
    const config = parseServerConfig(rest);
    const runs = config.ok ? displayCommand(config.value, false).replaceAll(folder, '$PLUGIN_ROOT') : '';
    return say`Its MCP server “${visibleText(name)}” runs, once you have approved it: ${visibleText(runs)}`;
  });
  const effects: UserText[] = [
    ...(await namesEffect(folder)),
    ...serverEffects,
    ...(hasHooks ? [say`It has hooks. They are not run.`] : []),
    ...problems,
  ];
  return { text, description, version, effects };
}

async function namesEffect(folder: string): Promise<UserText[]> {
  const parts = await Promise.all(
    ['skills', 'commands', 'agents'].map(async (kind) => {
      const names = await readdir(join(folder, kind)).catch(() => []);
      return names.filter((name) => !name.startsWith('.')).map((name) => `${kind}/${name}`);
    }),
  );
  const names = parts.flat().slice(0, 50);
  return names.length === 0 ? [] : [say`You and the model may use: ${visibleText(names.join(', '))}`];
}

async function exists(folder: string): Promise<boolean> {
  return readdir(folder).then(
    () => true,
    () => false,
  );
}
