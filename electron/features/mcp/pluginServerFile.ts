// The servers of installed plugins that are on, in the form of a server file. Each entry names the hash of the plugin's files as
// they are now, so that a changed file needs another approval.

import { toUserTextData } from '../../../shared/core/sentence.ts';
import type { UserFolders } from '../../mcp/bundle/bundleFolders.ts';
import { readInstalledBundle } from '../../mcp/bundle/installedBundle.ts';
import type { McpFile } from '../../mcp/config/mcpFiles.ts';
import { maxPluginServerBytes, readPluginServers } from '../../mcp/config/pluginServers.ts';
import { readBoundedText } from '../../stores/files/boundedText.ts';
import type { Disk } from '../../stores/files/disk.ts';
import type { InstalledPlugins } from '../../stores/installedPlugins.ts';

export async function pluginServerFile(
  installed: InstalledPlugins,
  disk: Disk,
  folders: () => Promise<UserFolders>,
): Promise<McpFile> {
  const { plugins } = await installed.list();
  const readText = (path: string) => readBoundedText(disk, path, maxPluginServerBytes, 'refused');
  const servers: Record<string, unknown> = {};
  for (const plugin of plugins) {
    const { id, kind, enabled, current } = plugin;
    if (!enabled || kind === 'skill') continue;
    const place = { root: installed.folderOf(id, current.hash), data: installed.dataOf(id) };
    if (kind === 'bundle') {
      const bundle = await readInstalledBundle(plugin, { ...place, ...(await folders()) });
      const content = await installed.contentNow(id, current.hash, 'programs');
      const parts = 'entry' in bundle ? bundle.entry : { problem: toUserTextData(bundle.problem) };
      servers[id] = { ...parts, content };
      continue;
    }
    const entries = Object.entries((await readPluginServers(readText, place)).servers);
    if (entries.length === 0) continue;
    const content = await installed.contentNow(id, current.hash);
    for (const [name, entry] of entries) servers[`${id}:${name}`] = { ...entry, content };
  }
  if (Object.keys(servers).length === 0) return { kind: 'absent' };
  return { kind: 'text', text: JSON.stringify({ mcpServers: servers }) };
}
