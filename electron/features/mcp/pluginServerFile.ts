// The servers of installed plugins that are on, in the form of a server file. Each entry names the hash of the plugin's files as
// they are now, so that a changed file needs another approval.

import { join } from 'node:path';
import type { McpFile } from '../../mcp/config/mcpFiles.ts';
import { pluginServerFiles, pluginServers } from '../../mcp/config/pluginServers.ts';
import { readBoundedText } from '../../stores/files/boundedText.ts';
import type { Disk } from '../../stores/files/disk.ts';
import type { InstalledPlugins } from '../../stores/installedPlugins.ts';

const maxBytes = 256 * 1024;

export async function pluginServerFile(installed: InstalledPlugins, disk: Disk): Promise<McpFile> {
  const { plugins } = await installed.list();
  const servers: Record<string, unknown> = {};
  for (const { id, kind, enabled, current } of plugins) {
    if (!enabled || kind !== 'plugin') continue;
    const place = { root: installed.folderOf(id, current.hash), data: installed.dataOf(id) };
    for (const file of pluginServerFiles) {
      const read = await readBoundedText(disk, join(place.root, file), maxBytes, 'refused');
      if (read.kind !== 'text') continue;
      const content = await installed.contentNow(id, current.hash);
      for (const [name, entry] of Object.entries(pluginServers(read.text, file, place).servers))
        servers[`${id}:${name}`] = { ...entry, content };
      break;
    }
  }
  if (Object.keys(servers).length === 0) return { kind: 'absent' };
  return { kind: 'text', text: JSON.stringify({ mcpServers: servers }) };
}
