// The servers of an installed plugin: mcp.json of Agent Plugins 1.0 (agent-plugins.org), or .mcp.json of Claude Code's layout.
// Only the two variables of a plugin are replaced, once; everything else is literal. An invalid entry affects no other.

import { isAbsolute, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import { visibleText } from '../../../shared/core/visibleText.ts';
import type { McpFile } from './mcpFiles.ts';

export const maxPluginServerBytes = 256 * 1024;
const mcpSchemaOfPlugins = 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json';

/** In the order in which they are looked for. */
const pluginServerFiles = ['mcp.json', '.mcp.json'] as const;

export interface PluginFolders {
  /** Absolute: the files of its version. */
  root: string;
  /** Absolute: where its servers may write. */
  data: string;
}

export interface PluginServers {
  /** Entries under `mcpServers`, by the server's name in the plugin. */
  servers: Record<string, Record<string, unknown>>;
  problems: UserText[];
}

const texts = z.record(z.string().max(200), z.string().max(20_000));
const stdio = z.object({
  type: z.literal('stdio').default('stdio'),
  command: z.string().min(1).max(2_000),
  args: z.array(z.string().max(20_000)).max(1_000).default([]),
  env: texts.default({}),
  cwd: z.string().max(2_000).optional(),
});
const remote = z.object({
  type: z.enum(['streamable-http', 'sse', 'http']),
  url: z.string().max(20_000),
  headers: texts.default({}),
});

const maxServers = 50;

/** Only the first of the files that is there counts, also if it cannot be used: the same servers are shown and run. */
export async function readPluginServers(
  readText: (path: string) => Promise<McpFile>,
  place: PluginFolders,
): Promise<PluginServers> {
  for (const file of pluginServerFiles) {
    const read = await readText(join(place.root, file));
    if (read.kind === 'text') return pluginServers(read.text, file, place);
    if (read.kind === 'unreadable') return { servers: {}, problems: [say`${file} is not used: ${read.reason}.`] };
  }
  return { servers: {}, problems: [] };
}

/** `file`: which of the two it is. */
function pluginServers(text: string, file: string, place: PluginFolders): PluginServers {
  const isPortable = file === 'mcp.json';
  const unusable = (reason: UserText): PluginServers => ({ servers: {}, problems: [say`${file}: ${reason}`] });
  const value = parse(text);
  if (value === null) return unusable(say`It is not valid JSON, so none of its servers are used.`);
  if (isPortable && value.$schema !== mcpSchemaOfPlugins)
    return unusable(say`Its version is not supported, so none of its servers are used.`);
  const entries = value.mcpServers ?? (isPortable ? null : value);
  if (typeof entries !== 'object' || entries === null || Array.isArray(entries))
    return unusable(say`It has no list of servers.`);
  const servers: PluginServers['servers'] = {};
  const problems: UserText[] = [];
  for (const [name, raw] of Object.entries(entries).slice(0, maxServers)) {
    const entry = /^[\w.-]{1,40}$/.test(name) ? serverEntry(raw, isPortable, place) : null;
    if (entry) servers[name] = entry;
    else problems.push(say`The server “${visibleText(name.slice(0, 60))}” is not valid, so it is not used.`);
  }
  return { servers, problems };
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function serverEntry(raw: unknown, isPortable: boolean, place: PluginFolders): Record<string, unknown> | null {
  if (typeof raw !== 'object' || raw === null || (isPortable && !('type' in raw))) return null;
  const expand = (text: string): string => expandPlace(text, place);
  if ('url' in raw) {
    const read = remote.safeParse(raw);
    if (!read.success || (isPortable && read.data.type === 'http')) return null;
    const { type, url, headers } = read.data;
    const isPlain = /^https:\/\//i.test(url) || /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/i.test(url);
    return isPlain ? { type: type === 'sse' ? 'sse' : 'http', url, headers } : null;
  }
  const read = stdio.safeParse(raw);
  if (!read.success) return null;
  const { command, args, env, cwd } = read.data;
  const program = expand(command);
  const folder = cwd === undefined ? place.root : inside(expand(cwd), place);
  const start = program.startsWith('./') ? inside(program, place) : program;
  if (folder === null || start === null || (isPortable && command.includes('${'))) return null;
  return {
    command: start,
    args: args.map(expand),
    env: {
      ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, expand(value)])),
      ...{ PLUGIN_ROOT: place.root, PLUGIN_DATA: place.data },
      ...(isPortable ? {} : { CLAUDE_PLUGIN_ROOT: place.root }),
    },
    cwd: folder,
  };
}

/** Values are not expanded again. */
function expandPlace(text: string, { root, data }: PluginFolders): string {
  return text.replaceAll(/\$\{(?:(PLUGIN_ROOT|CLAUDE_PLUGIN_ROOT)|PLUGIN_DATA)\}/g, (_all, isRoot?: string) =>
    isRoot === undefined ? data : root,
  );
}

/** Null: it leads out of the plugin. */
function inside(path: string, { root, data }: PluginFolders): string | null {
  const absolute = isAbsolute(path) ? path : join(root, path);
  const isWithin = [root, data].some((folder) => {
    const below = relative(folder, absolute);
    return below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
  });
  return isWithin ? join(absolute, '.') : null;
}
