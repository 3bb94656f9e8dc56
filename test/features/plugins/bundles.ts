// MCP bundles for tests: packed by the format's own `mcpb pack`, with a server on the official SDK.

import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { writeTree } from '../../support/fileTree.ts';
import { variable } from '../../support/mcp/variable.ts';
import { tempFolder } from '../../support/tempFolder.ts';

export const dirname = variable('__dirname');
export const setting = (key: string): string => variable(`user_config.${key}`);

const sdk = path.resolve('node_modules/@modelcontextprotocol/sdk/dist/esm/server');

/** A tool that returns its arguments and some variables. Dependencies are loaded from this project, not copied. */
const serverText = `
import { McpServer } from ${JSON.stringify(`${sdk}/mcp.js`)};
import { StdioServerTransport } from ${JSON.stringify(`${sdk}/stdio.js`)};
const server = new McpServer({ name: 'report', version: '1.0.0' });
server.registerTool('report', { description: 'Reports how it was started.' }, async () => ({
  content: [{ type: 'text', text: JSON.stringify({ args: process.argv.slice(2), env: process.env, cwd: process.cwd(), key: [...(process.env.API_KEY ?? '')].reverse().join('') }) }],
}));
await server.connect(new StdioServerTransport());
`;

export type Manifest = Record<string, unknown>;

/** `server`: replaces fields of the server. */
export function manifestOf(more: Manifest = {}, config: Manifest = {}, server: Manifest = {}): Manifest {
  return {
    manifest_version: '0.3',
    name: 'report',
    version: '1.0.0',
    description: 'Reports how it was started.',
    author: { name: 'Ada', url: 'https://example.com/ada' },
    server: {
      type: 'node',
      entry_point: 'server/index.mjs',
      mcp_config: { command: 'node', args: [`${dirname}/server/index.mjs`], ...config },
      ...server,
    },
    tools: [{ name: 'report', description: 'Reports how it was started.' }],
    ...more,
  };
}

export function bundleFolder(
  manifest: unknown,
  files: Record<string, string> = {},
  folder = path.join(tempFolder(), 'bundle'),
): string {
  mkdirSync(folder, { recursive: true });
  writeTree(folder, {
    'manifest.json': typeof manifest === 'string' ? manifest : JSON.stringify(manifest),
    'server/index.mjs': serverText,
    ...files,
  });
  return folder;
}

const mcpb = path.resolve('node_modules/.bin/mcpb');

export function runMcpb(...args: string[]): string {
  return execFileSync(process.execPath, [mcpb, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Packs a folder. Returns the file. */
export function packed(folder: string, name = 'report.mcpb'): string {
  const file = path.join(path.dirname(folder), name);
  runMcpb('pack', folder, file);
  return file;
}
