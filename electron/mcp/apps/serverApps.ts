// The apps (MCP Apps, `ui://` resources) of a project's servers: whether the user allows them, their documents, and what
// an app may read or call. An app reaches only its own server, and nothing before the user has opened it once.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { McpAppPage } from '../../../shared/features/mcp/appMethods.ts';
import type { ToolScope } from '../../ports/toolSource.ts';
import type { McpFiles } from '../config/mcpFiles.ts';
import { askServer } from '../connection/askServer.ts';
import { askDepsOf } from '../offers.ts';
import type { PoolEntry } from '../serverPool.ts';
import { callName } from '../tools/callNames.ts';

export interface ServerApps {
  /** Starts nothing. */
  page(scope: ToolScope, server: string, uri: string): Promise<Result<McpAppPage>>;
  /** Allows or forbids the apps of a server, as it is configured now. */
  allow(scope: ToolScope, server: string, allowed: boolean): Promise<Result<void>>;
  /** A resource of an allowed app's server. */
  read(scope: ToolScope, server: string, uri: string): Promise<Result<{ contents: unknown[] }>>;
  /** The call name of a tool that an allowed app may call. */
  toolOf(scope: ToolScope, server: string, tool: string): Promise<Result<string>>;
}

const appMimeType = 'text/html;profile=mcp-app';
const maxPageLength = 5_000_000;
const maxResourceLength = 2_000_000;

export function createServerApps(deps: {
  files: Pick<McpFiles, 'readConsents' | 'changeConsent'>;
  /** The project's servers that have a connection. */
  connected(scope: ToolScope): Promise<readonly PoolEntry[]>;
}): ServerApps {
  async function find(scope: ToolScope, name: string): Promise<PoolEntry | null> {
    const entries = await deps.connected(scope);
    return (
      entries.find(({ server, connection }) => server.ref.name === name && connection.info().state === 'ready') ?? null
    );
  }

  async function isAllowed({ server }: PoolEntry): Promise<boolean> {
    const { consents } = await deps.files.readConsents();
    return consents.get(server.key)?.apps === server.hash;
  }

  async function findAllowed(scope: ToolScope, name: string): Promise<Result<PoolEntry>> {
    const entry = await find(scope, name);
    if (!entry) return fail('NOT_SUPPORTED', say`The MCP server ${name} is not connected.`);
    if (!(await isAllowed(entry))) return fail('NOT_SUPPORTED', say`Apps of the MCP server ${name} are turned off.`);
    return ok(entry);
  }

  const readFrom = (entry: PoolEntry, uri: string) =>
    askServer(askDepsOf(entry), new AbortController().signal, (client, options) =>
      client.readResource({ uri }, { ...options, cacheMode: 'bypass' }),
    );

  return {
    async page(scope, name, uri) {
      const entry = await find(scope, name);
      if (!entry?.connection.tools().some(({ ui }) => ui?.uri === uri)) return ok({ state: 'disconnected' });
      if (!(await isAllowed(entry))) return ok({ state: 'off' });
      const read = await readFrom(entry, uri);
      if (!read.ok) return read;
      const part = read.value.contents.find((one) => isAppType(one.mimeType));
      const html = part && ('text' in part ? part.text : Buffer.from(part.blob, 'base64').toString('utf8'));
      if (html === undefined || html.length > maxPageLength) {
        return fail('TOOL_EXEC_FAILED', say`The MCP server ${name} has no app that can be shown.`);
      }
      return ok({ state: 'shown', html });
    },

    async allow(scope, name, allowed) {
      const entry = await find(scope, name);
      if (!entry) return fail('NOT_SUPPORTED', say`The MCP server ${name} is not connected.`);
      const { key, hash } = entry.server;
      return deps.files.changeConsent(key, (before) => {
        const { apps: _apps, ...rest } = before;
        return allowed ? { ...rest, apps: hash } : rest;
      });
    },

    async read(scope, name, uri) {
      const entry = await findAllowed(scope, name);
      if (!entry.ok) return entry;
      const read = await readFrom(entry.value, uri);
      if (!read.ok) return read;
      const { contents } = read.value;
      return JSON.stringify(contents).length > maxResourceLength
        ? fail('TOOL_EXEC_FAILED', say`The resource is too large for an app.`)
        : ok({ contents });
    },

    async toolOf(scope, name, tool) {
      const entry = await findAllowed(scope, name);
      if (!entry.ok) return entry;
      const listed = entry.value.connection.tools().find((one) => one.name === tool);
      return listed && (listed.ui?.visibility ?? ['app']).includes('app')
        ? ok(callName(name, tool))
        : fail('TOOL_NOT_AVAILABLE', say`The MCP server ${name} has no such tool for its apps.`);
    },
  };
}

function isAppType(mimeType: string | undefined): boolean {
  return mimeType?.replaceAll(/\s/g, '').toLowerCase() === appMimeType;
}
