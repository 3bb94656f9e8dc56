// Schema of an entry under `mcpServers`, the format that MCP clients share. Unknown fields are ignored here and kept in
// the file.

import { z } from 'zod';
import { ok, type Result } from '../../../shared/core/errors.ts';
import { issueSentence } from '../../../shared/core/issueSentence.ts';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import { visibleText } from '../../../shared/core/visibleText.ts';
import type { McpServerRef } from '../../../shared/features/mcp/methods.ts';
import type { ServerSandbox } from '../../tools/process/sandboxedServer.ts';
import { toolFailure } from '../../tools/toolOutput.ts';
import { sandboxField, sandboxOf } from './sandboxField.ts';

interface Common {
  disabled: boolean;
  /** For calls and for starting. */
  timeoutSeconds: number;
}

/** A local program, connected over stdin and stdout. Values may contain variables. */
export interface StdioConfig extends Common {
  transport: 'stdio';
  command: string;
  args: readonly string[];
  env: ReadonlyMap<string, string>;
  cwd: string | null;
  /** Null: not sandboxed. */
  sandbox: ServerSandbox | null;
}

/** A remote server. Values may contain variables. */
export interface HttpConfig extends Common {
  transport: 'http';
  url: string;
  headers: ReadonlyMap<string, string>;
  /** Uses the older HTTP+SSE transport. */
  sse: boolean;
}

export type ServerConfig = StdioConfig | HttpConfig;

export const defaultTimeoutSeconds = 60;
const maxTimeoutSeconds = 3600;

const text = z
  .string()
  .max(20_000)
  .refine((value) => !value.includes('\0'), say`contains a NUL character`.text);
/** Numbers and booleans are accepted without quotes. */
const scalar = z.union([text, z.number(), z.boolean()]).transform(String);
const environment = z.record(z.string().regex(/^[^=\0]{1,200}$/, say`is not a valid variable name`.text), scalar);
const headers = z.record(
  z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/, say`is not a valid header name`.text),
  text.refine((value) => !/[\r\n]/.test(value), say`has more than one line`.text),
);

/** The user approves what they can read, so addresses contain no line breaks or invisible characters. */
const address = text.refine(
  (value) => visibleText(value) === value && !/[\n\t]/.test(value),
  say`contains a hidden character or a line break`.text,
);

const schema = z.looseObject({
  type: z.string().exactOptional(),
  command: text.exactOptional(),
  args: z.array(scalar).max(1000).exactOptional(),
  env: environment.exactOptional(),
  cwd: text.exactOptional(),
  url: address.exactOptional(),
  serverUrl: address.exactOptional(),
  headers: headers.exactOptional(),
  disabled: z.boolean().exactOptional(),
  enabled: z.boolean().exactOptional(),
  timeout: z.number().positive().exactOptional(),
  sandbox: sandboxField.exactOptional(),
});

/** The error names the field. */
export function parseServerConfig(raw: unknown): Result<ServerConfig> {
  const parsed = schema.safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const wrong = issue?.code === 'invalid_key' ? issue.issues[0] : issue;
    const reason = wrong ? issueSentence(wrong) : say`not an allowed value`;
    return toolFailure(say`${issue?.path.join('.') || say`the entry`}: ${reason}.`);
  }
  const { type, command, args = [], env = {}, cwd, headers = {}, disabled, enabled, timeout, sandbox } = parsed.data;
  const url = parsed.data.url ?? parsed.data.serverUrl;
  const common = {
    disabled: disabled === true || enabled === false,
    timeoutSeconds: timeout === undefined ? defaultTimeoutSeconds : seconds(timeout),
  };
  if (command !== undefined && url !== undefined) return toolFailure(say`It has both a command and a url. Remove one.`);
  if (command !== undefined) {
    if (command.trim() === '') return toolFailure(say`command: must not be empty.`);
    const variables = new Map(Object.entries(env));
    return ok({
      ...common,
      transport: 'stdio',
      command,
      args,
      env: variables,
      cwd: cwd ?? null,
      sandbox: sandboxOf(sandbox),
    });
  }
  if (url === undefined) return toolFailure(say`It has neither a command nor a url.`);
  if (!/^https?:\/\//i.test(url) && !url.startsWith('${'))
    return toolFailure(say`url: must begin with http:// or https://.`);
  if (sandboxOf(sandbox)) return toolFailure(say`sandbox: only works for servers that are started as a command.`);
  return ok({ ...common, transport: 'http', url, headers: new Map(Object.entries(headers)), sse: type === 'sse' });
}

/** Some clients use milliseconds. */
function seconds(timeout: number): number {
  return Math.min(maxTimeoutSeconds, Math.max(1, timeout > maxTimeoutSeconds ? timeout / 1000 : timeout));
}

/** Names are displayed and sent: one line of visible characters. */
export function isValidServerName(name: string): boolean {
  return name.length <= 100 && name.trim() === name && name !== '' && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name);
}

/** Content hashes by path relative to the project folder, with `/`. */
export type BoundFiles = Readonly<Record<string, string>>;

/** The relevant facts of a project. */
export interface McpProject {
  id: string;
  /** Null if it has none on this machine. */
  folder: string | null;
  trusted: boolean;
}

export interface ConfiguredServer {
  ref: McpServerRef;
  /** Identifies the project on this machine. */
  key: string;
  raw: unknown;
  /** Null: invalid entry, described by `problem`. */
  config: ServerConfig | null;
  problem: UserText | null;
  /** Project folder of a project-specific server. */
  folder: string | null;
  /** Absolute default start folder. */
  startFolder: string;
  hash: string;
  /** Hashes of project files in its command line. Part of `hash`. */
  files: BoundFiles;
  /** Files changed since the approval. */
  changedFiles: string[];
  approved: boolean;
  /** A different configuration was approved earlier. */
  changed: boolean;
  disabled: boolean;
  trusted: boolean;
  /** A server of the same name in another file takes precedence. */
  shadowed: boolean;
  /** Its values contain no variables. */
  literal?: true;
  /** Its plugin is an MCP bundle: the type of its server. Only references to the keychain are replaced. */
  bundle?: string;
}
