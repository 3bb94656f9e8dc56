// Protects an agent's own folders of the home from it while it is in the sandbox: the settings, hooks, plugins, MCP servers and
// programs that it, or the same agent outside of the sandbox, would run later.

import { lstat, mkdir, readdir, realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { linkTargets, scriptEnding } from './gitConfigPaths.ts';
import { isBelow } from './isBelow.ts';

export interface AgentControls {
  /** The opened paths that may be written, links resolved. */
  opened: string[];
  /** Those of them that are folders. */
  roots: string[];
  /** Read-only in the sandbox. Some do not exist: they are moved aside if they appear. */
  held: string[];
  /** Files of settings and state in one: a program writes to a copy that ends with it. */
  copied: string[];
  /** Folders of scripts that each process makes for itself: empty in the sandbox. */
  own: string[];
}

const inEach = (folder: string, names: string): string[] =>
  names
    .split(/\s+/)
    .filter(Boolean)
    .map((name) => `${folder}/${name}`);

/** Relative to the home. From the agents' documentation and sources, as of November 2026. */
const heldPlaces = [
  ...inEach(
    '.claude',
    `settings.json settings.local.json remote-settings.json managed-settings.json hooks plugins commands agents skills
    rules output-styles workflows CLAUDE.md .mcp.json mcp.json local bin scheduled_tasks.json`,
  ),
  ...['.config/opencode', '.config/goose'],
  ...inEach('.local/share/opencode', 'bin plugin plugins tool tools'),
  ...inEach('.cache/opencode', 'bin node_modules packages package.json'),
  ...inEach(
    '.codex',
    `config.toml managed_config.toml requirements.toml environments.toml hooks hooks.json prompts skills rules plugins agents
    AGENTS.md AGENTS.override.md instructions.md .env bin packages automations`,
  ),
  ...['.gemini', '.qwen'].flatMap((folder) =>
    inEach(
      folder,
      `settings.json extensions commands hooks skills agents policies GEMINI.md QWEN.md system.md .env trustedFolders.json
      trusted_hooks.json mcp-server-enablement.json bin tmp/bin`,
    ),
  ),
  ...inEach(
    '.copilot',
    `mcp-config.json lsp-config.json settings.json permissions-config.json hooks skills agents plugins installed-plugins
    extensions instructions copilot-instructions.md pkg bin`,
  ),
  ...inEach(
    '.cline',
    `hooks plugins extensions skills agents rules workflows cron mcp.json cline_mcp_settings.json bin data/hooks data/plugins
    data/settings/cline_mcp_settings.json`,
  ),
  ...inEach('.augment', 'settings.json mcp.json commands agents rules hooks skills plugins user-guidelines.md bin'),
  // Keys in these may be commands.
  ...inEach(
    '.pi/agent',
    `settings.json models.json auth.json mcp.json extensions skills prompts tools hooks commands bin npm git AGENTS.md SYSTEM.md
    APPEND_SYSTEM.md`,
  ),
  ...inEach('.local/share/goose', 'recipes plugins extensions skills bin'),
];
const copiedFiles = ['.claude.json', '.copilot/config.json'];
const ownFolders = ['.claude/shell-snapshots', '.claude/session-env', '.codex/shell_snapshots', '.codex/tmp'];

/** `opened` are absolute paths of the home. Creates the folders among them and in `own`: a missing one cannot be mounted. */
export async function findAgentControls(home: string, opened: readonly string[]): Promise<AgentControls> {
  const controls: AgentControls = { opened: [], roots: [], held: [], copied: [], own: [] };
  for (const path of opened) {
    const fromHome = relative(home, path);
    if (heldPlaces.some((each) => isBelow(join(home, each), path) && isBelow(path, join(home, each)))) continue;
    if (!isFile(path)) await mkdir(path, { recursive: true }).catch(() => {});
    const real = await realpath(path).catch(() => null);
    if (real === null) continue;
    controls.opened.push(real);
    const below = (places: readonly string[]): string[] =>
      places.flatMap((each) =>
        each === fromHome ? real : each.startsWith(`${fromHome}/`) ? join(real, relative(fromHome, each)) : [],
      );
    controls.copied.push(...below(copiedFiles));
    if (!(await lstat(real)).isDirectory()) {
      controls.held.push(...below(heldPlaces));
      continue;
    }
    controls.roots.push(real);
    // A copied file that is missing can only be moved aside.
    const heldPaths = [...below(heldPlaces), ...below(copiedFiles), ...(await scriptsIn(real))];
    const targets = await Promise.all(heldPaths.map(linkTargets));
    controls.held.push(...heldPaths, ...targets.flat().filter((target) => isBelow(target, real)));
    for (const folder of below(ownFolders)) {
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => {});
      if ((await realpath(folder).catch(() => null)) === folder) controls.own.push(folder);
    }
  }
  return controls;
}

/** `auth.json`, `.claude.json`: the paths of agents name no folder with an ending. */
function isFile(path: string): boolean {
  return /[^/]\.\w+$/.test(path);
}

/** Settings may name scripts next to them. */
async function scriptsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const scripts = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (!entry.isFile()) return [];
      return scriptEnding.test(entry.name) || ((await lstat(path).catch(() => null))?.mode ?? 0) & 0o111 ? [path] : [];
    }),
  );
  return scripts.flat();
}
