// The servers that may be passed on to an external agent, which then makes its own connections: those that may run here, with
// variables replaced. A sandboxed server is not among them, since the agent would start it outside of the sandbox.

import type { PassedServer } from '../ports/externalAgents.ts';
import { configuredServers, isUsable } from './config/configuredServers.ts';
import { type ExpandDeps, expandConfig } from './config/expandConfig.ts';
import type { McpFiles } from './config/mcpFiles.ts';
import type { McpProject } from './config/serverConfig.ts';

/** `project` null: only the global servers. Leaves out servers whose variables cannot be replaced. */
export async function passableServers(
  files: McpFiles,
  project: McpProject | null,
  home: string,
  deps: Pick<ExpandDeps, 'env' | 'keychain' | 'remember'>,
): Promise<PassedServer[]> {
  const { servers } = await configuredServers(files, project, home);
  const place = { folder: project?.folder ?? null, trusted: project?.trusted ?? false };
  const passed: PassedServer[] = [];
  for (const server of servers.filter(isUsable)) {
    const config = await expandConfig(server, { ...deps, ...place });
    if (!config.ok) continue;
    const { name } = server.ref;
    if (config.value.transport === 'http') {
      const { url, headers, sse } = config.value;
      passed.push({ type: sse ? 'sse' : 'http', name, url, headers: [...headers] });
    } else if (config.value.sandbox === null) {
      const { command, args, env } = config.value;
      passed.push({ type: 'stdio', name, command, args: [...args], env: [...env] });
    }
  }
  return passed;
}
