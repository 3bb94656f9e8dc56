// Where other clients on this machine keep their MCP servers, and under which key, as documented by their makers.

import { posix, win32 } from 'node:path';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import type { Environment } from '../../lib/environment.ts';

export interface ClientFile {
  client: UserText;
  path: string;
  /** Where the servers are in the file. */
  keys: readonly string[];
  /** Also has servers of single folders, under `projects`. */
  byProject?: boolean;
  /** JSON with comments and trailing commas. */
  comments?: boolean;
  /** In the project's folder, not the user's own. */
  ofFolder?: boolean;
}

export interface ClientEnvironment {
  home: string;
  platform: NodeJS.Platform;
  env: Environment;
  /** The project's folder; null if none. */
  folder: string | null;
}

const common = ['mcpServers'] as const;
const inFolder = { comments: true, ofFolder: true } as const;

export function clientFiles({ home, platform, env, folder }: ClientEnvironment): ClientFile[] {
  const { join } = platform === 'win32' ? win32 : posix;
  const settings =
    platform === 'win32'
      ? (env.APPDATA ?? join(home, 'AppData', 'Roaming'))
      : platform === 'darwin'
        ? join(home, 'Library', 'Application Support')
        : (env.XDG_CONFIG_HOME ?? join(home, '.config'));
  const files: ClientFile[] = [
    { client: say`Claude Desktop`, path: join(settings, 'Claude', 'claude_desktop_config.json'), keys: common },
    { client: say`Claude Code`, path: join(home, '.claude.json'), keys: common, byProject: true },
    { client: 'Cursor', path: join(home, '.cursor', 'mcp.json'), keys: common, comments: true },
    { client: say`VS Code`, path: join(settings, 'Code', 'User', 'mcp.json'), keys: ['servers'], comments: true },
    { client: 'Windsurf', path: join(home, '.codeium', 'windsurf', 'mcp_config.json'), keys: common, comments: true },
  ];
  if (folder === null) return files;
  return [
    ...files,
    { client: say`This folder`, path: join(folder, '.mcp.json'), keys: common, ofFolder: true },
    { ...inFolder, client: say`Cursor, this folder`, path: join(folder, '.cursor', 'mcp.json'), keys: common },
    { ...inFolder, client: say`VS Code, this folder`, path: join(folder, '.vscode', 'mcp.json'), keys: ['servers'] },
  ];
}
