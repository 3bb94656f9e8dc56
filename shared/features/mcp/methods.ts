// Servers of tools.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { id, method, type Nothing } from '../../protocol/method.ts';

/** `folder`: the `.mcp.json` of a project's folder, which counts only when the folder is trusted. */
export type McpOrigin =
  | { type: 'global' }
  | { type: 'project'; projectId: string }
  | { type: 'folder'; projectId: string };

/** Names a server: the same name may stand in several files. */
export interface McpServerRef {
  origin: McpOrigin;
  name: string;
}

export interface ServerToSave {
  server: McpServerRef;
  /** Its entry under `mcpServers`, as JSON. */
  configuration: string;
  secrets: Record<string, string>;
  /** One that is there already is not replaced. */
  isNew: boolean;
}

/** One of several that was not saved, by its place among them. The others were. */
export interface SaveFailure {
  index: number;
  /** Why, as a sentence. */
  message: UserTextData;
}

export type McpServerState =
  | 'disabled'
  /** Its folder is not trusted: it cannot be approved either. */
  | 'untrusted'
  /** Nobody has approved this configuration: it is not started. */
  | 'unapproved'
  /** Another file with the same name counts instead. */
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
  /** The exact command line or address, whole; values of secrets are hidden. */
  runs: string;
  /** Names of the variables or headers that it gets, and which of them hold a secret. */
  variables: { name: string; secret: boolean }[];
  cwd: string | null;
  /** The configuration as JSON, with secrets hidden: what an approval is bound to. */
  configuration: string;
  /** Of the configuration; an approval names it. */
  hash: string;
  /** It was approved with another configuration before. */
  changed: boolean;
  /** What is wrong, as a sentence, and what can be done. */
  problem: UserTextData | null;
  /** What of its lists cannot be used, and tools that are described to the model with less than their server says. */
  notices: UserTextData[];
  tools: McpToolInfo[];
  /** What it offers for messages, as it says: the first two hundred of each, and how many there are. */
  prompts: McpPromptInfo[];
  promptCount: number;
  resources: McpResourceInfo[];
  resourceCount: number;
  /** The tools are many: the model finds them by search instead of reading all of them. */
  deferred: boolean;
  /** Asked for by the server when it was connected. */
  serverName: string | null;
  serverVersion: string | null;
  protocol: string | null;
  pid: number | null;
  startedAt: string | null;
  timeoutSeconds: number;
  /** It offers to sign in; null: it has not been asked for. */
  signedIn: boolean | null;
  /** Where the person signs in, while that is waited for: http or https. */
  signInUrl: string | null;
}

export interface McpToolInfo {
  /** As the server names it. */
  name: string;
  /** As the model calls it. */
  callName: string;
  description: string;
  /** What the server says of it; not believed for approvals. */
  readOnly: boolean;
  enabled: boolean;
}

/** Of a prompt and of a resource: the server's words, each on one line. */
interface McpPromptInfo {
  name: string;
  title: string;
  description: string;
  /** Names of its arguments, those that it needs first in angle brackets: `<city> [state]`. */
  hint: string;
}

interface McpResourceInfo {
  /** Of a template: with its variables, `demo://notes/{id}`. */
  uri: string;
  title: string;
  description: string;
  isTemplate: boolean;
}

export interface McpLogLine {
  at: string;
  /** `stderr`: printed; `server`: sent as a log message; `app`: what was done with it. */
  source: 'stderr' | 'server' | 'app';
  level: string;
  text: UserTextData;
}

/** A server in another client's file, which may be taken over. */
export interface McpCandidate {
  /** Names exactly this configuration in this file; empty for what cannot be taken over. */
  id: string;
  /** Name of the client, and its file. */
  client: UserTextData;
  file: string;
  name: string;
  runs: string;
  /** As JSON, with secrets hidden. */
  configuration: string;
  /** A server of this name is here already. */
  known: boolean;
  problem: UserTextData | null;
}

const serverName = z.string().min(1).max(100);

const mcpOrigin = z.discriminatedUnion('type', [
  z.object({ type: z.literal('global') }),
  z.object({ type: z.literal('project'), projectId: id }),
  z.object({ type: z.literal('folder'), projectId: id }),
]);

const mcpServer = z.object({ origin: mcpOrigin, name: serverName });

const serverToSave = z.object({
  server: mcpServer,
  configuration: z.string().max(100_000),
  secrets: z.record(z.string().max(200), z.string().max(20_000)).default({}),
  isNew: z.boolean().default(false),
});

/** The list is to be asked for again. */
export type McpEvent = { type: 'mcp.changed' };

export const mcpMethods = {
  /** Of all files (null: of the global one and every project). Starts nothing. */
  'mcp.list': method<{ servers: McpServerInfo[]; problems: UserTextData[] }>()(
    'none',
    z.object({ projectId: id.nullable().default(null) }),
  ),
  /**
   * Adds or replaces a server. `configuration`: its entry under `mcpServers`, as JSON. Values in `secrets` go to the
   * keychain; the configuration names them as `${keychain:…}`. What a person saves here is approved by that.
   * `isNew`: one that is there already is not replaced.
   */
  'mcp.save': method<McpServerInfo>()('app', serverToSave),
  /** Several at once, which the person confirms at once. */
  'mcp.saveAll': method<{ failed: SaveFailure[] }>()(
    'app',
    z.object({ servers: z.array(serverToSave).min(1).max(100) }),
  ),
  'mcp.remove': method<Nothing>()('app', z.object({ server: mcpServer })),
  'mcp.enable': method<McpServerInfo>()('app', z.object({ server: mcpServer, enabled: z.boolean() })),
  /** `tool`: the `callName` of it, whatever its server calls it. */
  'mcp.enableTool': method<McpServerInfo>()(
    'app',
    z.object({ server: mcpServer, tool: z.string().min(1).max(300), enabled: z.boolean() }),
  ),
  /** Approves the configuration with exactly this hash; another one is refused. */
  'mcp.approve': method<McpServerInfo>()('app', z.object({ server: mcpServer, hash: z.string().min(1).max(200) })),
  /**
   * Ends it and starts it anew; answers when it is ready or has failed. `projectId`: where one for all projects that runs for
   * none is tried.
   */
  'mcp.restart': method<McpServerInfo>()(
    'none',
    z.object({ server: mcpServer, projectId: id.nullable().default(null) }),
  ),
  'mcp.logs': method<{ lines: McpLogLine[] }>()('none', z.object({ server: mcpServer })),
  /** Answers with where to sign in; the rest goes on in the person's browser. */
  'mcp.signIn': method<{ url: string; opened: boolean }>()('none', z.object({ server: mcpServer })),
  'mcp.signOut': method<McpServerInfo>()('app', z.object({ server: mcpServer })),
  /** Servers in the files of other clients on this machine. Starts nothing. */
  'mcp.candidates': method<{ candidates: McpCandidate[] }>()(
    'none',
    z.object({ projectId: id.nullable().default(null) }),
  ),
  /** Saves candidates under names that are free, which the person confirms at once; their secrets never pass through the window. */
  'mcp.take': method<{ failed: SaveFailure[] }>()(
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
