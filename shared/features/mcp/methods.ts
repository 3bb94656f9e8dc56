// MCP servers.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { defineMethod, id, type Nothing } from '../../protocol/method.ts';
import { mcpAppMethods } from './appMethods.ts';
import type { RegistryPage } from './registryServer.ts';
import type { McpOrigin } from './serverOrigin.ts';

export type { McpOrigin };

/** Identifies a server: several files may use the same name. */
export interface McpServerRef {
  origin: McpOrigin;
  name: string;
}

export interface ServerToSave {
  server: McpServerRef;
  /** Its entry under `mcpServers`, as JSON. */
  configuration: string;
  secrets: Record<string, string>;
  /** Fail if the name is taken. */
  isNew: boolean;
}

/** A server that was not saved, by its index. The others were. */
export interface SaveFailure {
  index: number;
  /** Why, as a sentence. */
  message: UserTextData;
}

export type McpServerState =
  | 'disabled'
  /** Its folder is not trusted, so it cannot be approved either. */
  | 'untrusted'
  /** This configuration is not approved, so it is not started. */
  | 'unapproved'
  /** Another file's server of the same name takes precedence. */
  | 'shadowed'
  /** Not needed yet: it starts with the next message. */
  | 'idle'
  | 'starting'
  | 'ready'
  | 'needs_sign_in'
  | 'failed';

export interface McpServerInfo extends McpServerRef {
  state: McpServerState;
  transport: 'stdio' | 'http' | 'unknown';
  /** The exact command line or address in full; secret values are masked. */
  runs: string;
  /** Names of its variables or headers, and which of them hold a secret. */
  variables: { name: string; secret: boolean }[];
  cwd: string | null;
  /** The configuration as JSON with secrets masked: what an approval covers. */
  configuration: string;
  /** Hash of the configuration; an approval names it. */
  hash: string;
  /** A different configuration was approved before. */
  changed: boolean;
  /** What is wrong and how to fix it, as a sentence. */
  problem: UserTextData | null;
  /** Entries of its lists that cannot be used, and tools whose description is shortened for the model. */
  notices: UserTextData[];
  tools: McpToolInfo[];
  /** Its prompts, from the server: the first two hundred of each list, and the totals. */
  prompts: McpPromptInfo[];
  promptCount: number;
  resources: McpResourceInfo[];
  resourceCount: number;
  /** It has many tools: the model finds them by search instead of reading them all. */
  deferred: boolean;
  /** Reported by the server when it connected. */
  serverName: string | null;
  serverVersion: string | null;
  protocol: string | null;
  pid: number | null;
  startedAt: string | null;
  timeoutSeconds: number;
  /** Whether the user is signed in; null: the server does not offer it or has not been asked. */
  signedIn: boolean | null;
  /** The sign-in page while it is pending: http or https. */
  signInUrl: string | null;
}

export interface McpToolInfo {
  /** The server's name for it. */
  name: string;
  /** The model's name for it. */
  callName: string;
  description: string;
  /** The server's claim; not trusted for approvals. */
  readOnly: boolean;
  enabled: boolean;
}

/** Prompts and resources: third-party text, each on one line. */
interface McpPromptInfo {
  name: string;
  title: string;
  description: string;
  /** Names of its arguments, required ones first in angle brackets: `<city> [state]`. */
  hint: string;
}

interface McpResourceInfo {
  /** For a template: with its variables, `demo://notes/{id}`. */
  uri: string;
  title: string;
  description: string;
  isTemplate: boolean;
}

export interface McpLogLine {
  at: string;
  /** `stderr`: printed; `server`: a log message from the server; `app`: actions of this app. */
  source: 'stderr' | 'server' | 'app';
  level: string;
  text: UserTextData;
}

/** A server in another client's file that can be imported. */
export interface McpCandidate {
  /** Identifies this configuration in this file; empty if it cannot be imported. */
  id: string;
  /** The client's name and its file. */
  client: UserTextData;
  file: string;
  name: string;
  runs: string;
  /** As JSON with secrets masked. */
  configuration: string;
  /** A server with this name already exists. */
  known: boolean;
  problem: UserTextData | null;
}

const serverName = z.string().min(1).max(100);

const mcpOrigin = z.discriminatedUnion('type', [
  z.object({ type: z.literal('global') }),
  z.object({ type: z.literal('project'), projectId: id }),
  z.object({ type: z.literal('folder'), projectId: id }),
  z.object({ type: z.literal('plugin') }),
]);

const mcpServer = z.object({ origin: mcpOrigin, name: serverName });

const serverToSave = z.object({
  server: mcpServer,
  configuration: z.string().max(100_000),
  secrets: z.record(z.string().max(200), z.string().max(20_000)).default({}),
  isNew: z.boolean().default(false),
});

/** The list is stale: read it again. */
export type McpEvent = { type: 'mcp.changed' };

export const mcpMethods = {
  ...mcpAppMethods,
  /** Lists the servers of all files (null: the global file and every project's). Starts nothing. */
  'mcp.list': defineMethod<{ servers: McpServerInfo[]; problems: UserTextData[] }>()(
    'none',
    z.object({ projectId: id.nullable().default(null) }),
  ),
  /**
   * Adds or replaces a server. `configuration`: its entry under `mcpServers`, as JSON. Values in `secrets` go to the
   * keychain; the configuration refers to them as `${keychain:…}`. Saving a server also approves it. `isNew`: fail if
   * it exists.
   */
  'mcp.save': defineMethod<McpServerInfo>()('app', serverToSave),
  /** Saves several servers with one confirmation. */
  'mcp.saveAll': defineMethod<{ failed: SaveFailure[] }>()(
    'app',
    z.object({ servers: z.array(serverToSave).min(1).max(100) }),
  ),
  /** Adds a server that still needs approval before it runs. Fails if the name is taken. */
  'mcp.addUnapproved': defineMethod<McpServerInfo>()('app', serverToSave.omit({ isNew: true })),
  /** Sends the query to the registry in the settings. `cursor`: of the page before. */
  'mcp.searchRegistry': defineMethod<RegistryPage>()(
    'none',
    z.object({ query: z.string().trim().min(1).max(200), cursor: z.string().min(1).max(500).nullable().default(null) }),
  ),
  'mcp.remove': defineMethod<Nothing>()('app', z.object({ server: mcpServer })),
  'mcp.enable': defineMethod<McpServerInfo>()('app', z.object({ server: mcpServer, enabled: z.boolean() })),
  /** `tool`: its `callName`, whatever the server calls it. */
  'mcp.enableTool': defineMethod<McpServerInfo>()(
    'app',
    z.object({ server: mcpServer, tool: z.string().min(1).max(300), enabled: z.boolean() }),
  ),
  /** Approves the configuration with exactly this hash; fails for any other. */
  'mcp.approve': defineMethod<McpServerInfo>()(
    'app',
    z.object({ server: mcpServer, hash: z.string().min(1).max(200) }),
  ),
  /**
   * Restarts it; returns when it is ready or has failed. `projectId`: where to try a global server that runs for no
   * project.
   */
  'mcp.restart': defineMethod<McpServerInfo>()(
    'none',
    z.object({ server: mcpServer, projectId: id.nullable().default(null) }),
  ),
  'mcp.logs': defineMethod<{ lines: McpLogLine[] }>()('none', z.object({ server: mcpServer })),
  /** Returns the sign-in page; the user continues in the browser. */
  'mcp.signIn': defineMethod<{ url: string; opened: boolean }>()('none', z.object({ server: mcpServer })),
  'mcp.signOut': defineMethod<McpServerInfo>()('app', z.object({ server: mcpServer })),
  /** Lists servers in other clients' files on this machine. Starts nothing. */
  'mcp.candidates': defineMethod<{ candidates: McpCandidate[] }>()(
    'none',
    z.object({ projectId: id.nullable().default(null) }),
  ),
  /** Imports candidates under free names with one confirmation; their secrets never pass through the window. */
  'mcp.take': defineMethod<{ failed: SaveFailure[] }>()(
    'app',
    z.object({
      servers: z
        .array(z.object({ server: mcpServer, candidateId: z.string().min(1).max(200) }))
        .min(1)
        .max(100),
      projectId: id.nullable().default(null),
    }),
  ),
} as const;

/** The right that each needs from a paired device. */
export const mcpRights = {
  'mcp.addUnapproved': 'never',
  'mcp.allowApp': 'never',
  'mcp.app': 'never',
  'mcp.appCall': 'never',
  'mcp.appResource': 'never',
  'mcp.approve': 'never',
  'mcp.candidates': 'never',
  'mcp.enable': 'never',
  'mcp.enableTool': 'never',
  'mcp.list': 'watch',
  'mcp.logs': 'never',
  'mcp.remove': 'never',
  'mcp.restart': 'never',
  'mcp.save': 'never',
  'mcp.saveAll': 'never',
  'mcp.searchRegistry': 'never',
  'mcp.signIn': 'never',
  'mcp.signOut': 'never',
  'mcp.take': 'never',
} as const satisfies Record<keyof typeof mcpMethods, string>;
