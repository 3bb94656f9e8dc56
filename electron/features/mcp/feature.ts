// mcp.*: the MCP servers, their state, and changes to them.

import { ok, type Result } from '../../../shared/core/errors.ts';
import type { mcpMethods, SaveFailure } from '../../../shared/features/mcp/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import { userFolders } from '../../mcp/bundle/bundleFolders.ts';
import { createLazyMcpServers } from '../../mcp/lazyMcpServers.ts';
import type { McpServers } from '../../mcp/servers.ts';
import type { Platform } from '../../platform.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { appHandlers } from './appHandlers.ts';
import { createMcpFiles } from './mcpFiles.ts';
import { pluginServerFile } from './pluginServerFile.ts';
import { approveServerPower, importServersPower, saveServersPower } from './powers.ts';

declare module '../appParts.ts' {
  interface AppParts {
    mcp: McpServers;
  }
}

export const mcpFeature = defineFeature<typeof mcpMethods>()({
  create: createServers,
  handlers,
  publish: (mcp, { feed }) => mcp.onChange(() => feed.publish({ type: 'mcp.changed' })),
  close: (mcp) => mcp.close(),
});

function handlers({ mcp, confirm, settings, ...parts }: AppParts): HandlersOf<typeof mcpMethods> {
  return {
    ...appHandlers({ mcp, ...parts }),
    'mcp.list': async ({ projectId }) => ok(await mcp.list(projectId)),
    async 'mcp.save'(request) {
      const confirmed = confirm.require(await saveServersPower(mcp, [request]));
      return confirmed.ok ? mcp.save(request) : confirmed;
    },
    async 'mcp.saveAll'({ servers }) {
      const confirmed = confirm.require(await saveServersPower(mcp, servers));
      if (!confirmed.ok) return confirmed;
      return oneAfterAnother(servers, (each) => mcp.save(each));
    },
    'mcp.addUnapproved': (request) => mcp.save({ ...request, isNew: true }, { isApproved: false }),
    'mcp.searchRegistry': async (search, { signal }) =>
      (await import('./registry.ts')).searchRegistry((await settings.read()).settings.mcpRegistry, search, signal),
    async 'mcp.remove'({ server }) {
      const removed = await mcp.remove(server);
      return removed.ok ? ok({}) : removed;
    },
    'mcp.enable': ({ server, enabled }) => mcp.enable(server, enabled),
    'mcp.enableTool': ({ server, tool, enabled }) => mcp.enableTool(server, tool, enabled),
    async 'mcp.approve'({ server, hash }) {
      const confirmed = confirm.require(await approveServerPower(mcp, server, hash));
      return confirmed.ok ? mcp.approve(server, hash) : confirmed;
    },
    'mcp.restart': ({ server, projectId }) => mcp.restart(server, projectId),
    async 'mcp.logs'({ server }) {
      const lines = await mcp.logs(server);
      return lines.ok ? ok({ lines: lines.value }) : lines;
    },
    'mcp.signIn': ({ server }) => mcp.signIn(server),
    'mcp.signOut': ({ server }) => mcp.signOut(server),
    async 'mcp.take'({ servers, projectId }) {
      const confirmed = confirm.require(await importServersPower(mcp, servers, projectId));
      if (!confirmed.ok) return confirmed;
      return oneAfterAnother(servers, ({ server, candidateId }) => mcp.take(server, candidateId, projectId));
    },
    'mcp.candidates': async ({ projectId }) => ok({ candidates: await mcp.candidates(projectId) }),
  };
}

/** A failure does not stop the others from being saved. */
async function oneAfterAnother<T>(
  items: readonly T[],
  save: (one: T) => Promise<Result<unknown>>,
): Promise<Result<{ failed: SaveFailure[] }>> {
  const failed: SaveFailure[] = [];
  for (const [index, one] of items.entries()) {
    const saved = await save(one);
    if (!saved.ok) failed.push({ index, message: saved.error.message });
  }
  return ok({ failed });
}

/** The configured MCP servers. Loaded lazily, to keep startup fast. */
function createServers({ options, native, version, feed, settings, ...platform }: Platform): McpServers {
  const {
    dataDir,
    disk,
    contentHash,
    installedPlugins,
    rawDisk,
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
  const mcpFiles = createMcpFiles(dataDir, {
    ...{ disk, clock, contentHash },
    ofPlugins: () => pluginServerFile(installedPlugins, rawDisk, () => userFolders(home, env)),
  });
  const servers =
    options.mcp ??
    createLazyMcpServers(mcpFiles, async () => {
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
    if (type === 'projects.changed' || type === 'plugins.changed') servers.projectsChanged();
  });
  return servers;
}
