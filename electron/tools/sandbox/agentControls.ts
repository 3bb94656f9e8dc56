// Protects an agent's own folders of the home from it while it is in the sandbox: the settings, hooks, plugins, MCP servers and
// programs that it, or the same agent outside of the sandbox, would run later.

import { lstat, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { findPaths } from './findPaths.ts';
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
    rules output-styles workflows CLAUDE.md .mcp.json mcp.json local bin scheduled_tasks.json chrome`,
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
  ...inEach('.gemini', 'antigravity/mcp_config.json antigravity/skills antigravity-cli'),
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
  ...inEach('.local/share/goose', 'recipes scheduled_recipes schedule.json plugins extensions skills bin'),
];
/** OpenCode's credentials may name servers whose configuration it runs. */
const copiedFiles = ['.claude.json', '.copilot/config.json', '.local/share/opencode/auth.json'];
const ownFolders = ['.claude/shell-snapshots', '.claude/session-env', '.codex/shell_snapshots', '.codex/tmp'];
/**
 * Folders that an agent creates when it starts, by one of its opened folders: it could not, or they would be moved aside as
 * new.
 */
const startFolders: Readonly<Record<string, string>> = {
  '.local/share/opencode': '.config/opencode',
  '.cache/opencode': '.cache/opencode/bin',
  '.local/share/goose': '.config/goose',
};

/**
 * `opened` are absolute paths of the home; `project` is the conversation's folder, with links resolved. Creates the folders
 * among them and in `own`: a missing one cannot be mounted.
 */
export async function findAgentControls(
  home: string,
  opened: readonly string[],
  project: string | null,
): Promise<AgentControls> {
  const controls: AgentControls = { opened: [], roots: [], held: [], copied: [], own: [] };
  const placesBelow = (path: string, real: string, places: readonly string[]): string[] =>
    places
      .map((each) => join(home, each))
      .flatMap((each) => (isBelow(each, path) ? join(real, relative(path, each)) : []));
  for (const path of opened) {
    const isHeld = heldPlaces.some((each) => join(home, each) === path);
    // Readable like everything else; but credentials in an opened folder are hidden unless they are named.
    if (isHeld && !opened.some((outer) => outer !== path && isBelow(path, outer))) continue;
    if (!isFile(path)) await mkdir(path, { recursive: true }).catch(() => {});
    const needed = startFolders[relative(home, path)];
    if (needed !== undefined) await mkdir(join(home, needed), { recursive: true }).catch(() => {});
    const real = await realpath(path).catch(() => null);
    if (real === null) continue;
    controls.opened.push(real);
    const copied = placesBelow(path, real, copiedFiles);
    // A link cannot be mounted over.
    controls.copied.push(...(await Promise.all(copied.map((each) => realpath(each).catch(() => each)))));
    // A copied file that is missing can only be moved aside.
    controls.held.push(...placesBelow(path, real, heldPlaces), ...copied);
    if (!(await lstat(real)).isDirectory()) continue;
    controls.roots.push(real);
    controls.held.push(...(await scriptsIn(real)));
    for (const folder of placesBelow(path, real, ownFolders)) {
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => {});
      if ((await realpath(folder).catch(() => null)) === folder) controls.own.push(folder);
    }
  }
  const links = [...controls.held, ...(await linksIn(controls.held))];
  const targets = await Promise.all(links.map(targetsOf));
  // Nothing else is writable.
  const writable = [...(project === null ? [] : [project]), ...controls.roots];
  const heldPaths = [...controls.held, ...targets.flat()].filter((path) =>
    writable.some((each) => isBelow(path, each)),
  );
  return { ...controls, held: [...new Set(heldPaths)], copied: [...new Set(controls.copied)] };
}

/** Links in held folders: what they lead to runs too. */
async function linksIn(held: readonly string[]): Promise<string[]> {
  const folders = await Promise.all(
    held.map(async (path) => ((await lstat(path).catch(() => null))?.isDirectory() ? [path] : [])),
  );
  const roots = folders.flat();
  if (roots.length === 0) return [];
  const { paths } = await findPaths(roots, ['-name', 'node_modules', '-prune', '-o', '-type', 'l', '-print0']);
  return paths;
}

/** Where a path leads by its own link, or by those of the folders on the way. */
async function targetsOf(path: string): Promise<string[]> {
  const parent = await realpath(dirname(path)).catch(() => null);
  const at = parent === null ? path : join(parent, basename(path));
  return [...(at === path ? [] : [at]), ...(await linkTargets(at))];
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
      const stats = entry.isFile() || entry.isSymbolicLink() ? await stat(path).catch(() => null) : null;
      return stats?.isFile() && (scriptEnding.test(entry.name) || stats.mode & 0o111) ? [path] : [];
    }),
  );
  return scripts.flat();
}
