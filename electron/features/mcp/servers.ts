// The configured MCP servers. Loaded lazily, to keep startup fast.

import { lazyMcpServers } from '../../mcp/lazyMcpServers.ts';
import type { McpServers } from '../../mcp/servers.ts';
import type { Platform } from '../../platform.ts';
import { createMcpFiles } from './mcpFiles.ts';

export function createServers({ options, native, version, feed, settings, ...platform }: Platform): McpServers {
  const {
    dataDir,
    disk,
    contentHash,
    clock,
    env,
    home,
    log,
    keychain,
    redactor,
    journal,
    sandbox,
    mask,
    store,
    readSettings,
  } = platform;
  const mcpFiles = createMcpFiles(dataDir, { disk, clock, contentHash });
  const servers =
    options.mcp ??
    lazyMcpServers(mcpFiles, async () => {
      const [{ createMcpServers }, { createMcpAuth }] = await Promise.all([
        import('../../mcp/mcpServers.ts'),
        import('../../mcp/auth/mcpAuth.ts'),
      ]);
      return createMcpServers({
        files: mcpFiles,
        clock,
        env,
        keychain,
        journal,
        sandbox,
        mask,
        remember: redactor.remember,
        auth: createMcpAuth({ keychain, remember: keychain.remember, native, clock, log }),
        version,
        projects: () => store.listProjects(),
        settings: readSettings,
        async switchTool(name, enabled) {
          const others = (await readSettings()).disabledTools.filter((other) => other !== name);
          return settings.update({ disabledTools: enabled ? others : [...others, name] });
        },
        home,
        platform: process.platform,
        onOffersChange: () => feed.publish({ type: 'slash.changed' }),
      });
    });
  feed.subscribe((_seq, { type }) => {
    if (type === 'projects.changed') servers.projectsChanged();
  });
  return servers;
}
