// A server's info for lists: configuration, state and tools.

import { type Sentence, say, toUserTextData, type UserText } from '../../shared/core/sentence.ts';
import type { McpServerInfo, McpServerState, McpToolInfo } from '../../shared/features/mcp/methods.ts';
import { boundedText } from '../lib/boundedText.ts';
import type { Environment } from '../lib/environment.ts';
import type { SignInState } from './auth/mcpAuth.ts';
import { isOwnOrigin } from './config/expandConfig.ts';
import { displayCommand, displayConfiguration, displayVariables } from './config/fingerprint.ts';
import { type ConfiguredServer, defaultTimeoutSeconds } from './config/serverConfig.ts';
import { displayFolder } from './config/startFolder.ts';
import { argumentsHint, type ListedPrompt } from './connection/listedPrompts.ts';
import type { ListedResource } from './connection/listedResources.ts';
import type { ListedTool } from './connection/listedTools.ts';
import type { ConnectionInfo } from './connection/serverConnection.ts';
import { callName } from './tools/callNames.ts';

export interface InfoParts {
  connection:
    | (ConnectionInfo & {
        tools: readonly ListedTool[];
        prompts: readonly ListedPrompt[];
        resources: readonly ListedResource[];
        notices: readonly Sentence[];
      })
    | null;
  isEnabled(callName: string): boolean;
  deferred: boolean;
  /** The app's environment, to recognize secrets by value. */
  env: Environment;
  signIn: { state: SignInState; url: string | null; problem: UserText | null } | null;
}

/** Maximum prompts, and resources, to list per server. */
const maxOffers = 200;
const maxNotices = 100;

/** Several entries may have the same problem. */
function distinct(notices: readonly Sentence[]): Sentence[] {
  return [...new Map(notices.map((notice) => [notice.text, notice])).values()];
}

export function serverInfo(
  server: ConfiguredServer,
  { connection, isEnabled, deferred, env, signIn }: InfoParts,
): McpServerInfo {
  const { config, ref } = server;
  const state = stateOf(server, connection);
  const isOwn = isOwnOrigin(ref.origin);
  const problem = problemOf(server, state, connection, signIn?.problem ?? null, env);
  const {
    tools = [],
    prompts = [],
    resources = [],
    notices = [],
    ...running
  } = connection ?? {
    serverName: null,
    serverVersion: null,
    protocol: null,
    pid: null,
    startedAt: null,
  };
  return {
    ...ref,
    state,
    transport: config?.transport ?? 'unknown',
    runs: config ? displayCommand(config, isOwn) : '',
    variables: config ? displayVariables(config, env) : [],
    cwd: config?.transport === 'stdio' ? displayFolder(config.cwd, server) : null,
    configuration: displayConfiguration(server.raw, isOwn),
    hash: server.hash,
    changed: server.changed,
    problem: problem && toUserTextData(problem),
    notices: distinct(notices).slice(0, maxNotices).map(toUserTextData),
    tools: tools.map((tool) => toolInfo(ref.name, tool, isEnabled)),
    prompts: prompts.slice(0, maxOffers).map(({ arguments: promptArguments, name, ...prompt }) => ({
      ...prompt,
      name: boundedText(name, 200),
      hint: argumentsHint(promptArguments),
    })),
    promptCount: prompts.length,
    resources: resources.slice(0, maxOffers).map(({ mediaType: _mediaType, ...resource }) => resource),
    resourceCount: resources.length,
    deferred,
    serverName: running.serverName,
    serverVersion: running.serverVersion,
    protocol: running.protocol,
    pid: running.pid,
    startedAt: running.startedAt,
    timeoutSeconds: config?.timeoutSeconds ?? defaultTimeoutSeconds,
    signedIn: signedIn(state, signIn?.state ?? null),
    signInUrl: signIn?.url ?? null,
  };
}

function stateOf(server: ConfiguredServer, connection: ConnectionInfo | null): McpServerState {
  if (server.disabled) return 'disabled';
  if (server.shadowed) return 'shadowed';
  if (server.config === null) return 'failed';
  if (!server.trusted) return 'untrusted';
  if (!server.approved) return 'unapproved';
  return connection?.state ?? 'idle';
}

function problemOf(
  server: ConfiguredServer,
  state: McpServerState,
  connection: ConnectionInfo | null,
  signIn: UserText | null,
  env: Environment,
): UserText | null {
  if (server.problem !== null) return server.problem;
  if (state === 'untrusted') return say`It is defined by an untrusted folder, so it is not started.`;
  if (state === 'shadowed') return say`One of your servers has the same name and is used instead.`;
  if (state === 'unapproved') return unapproved(server, env);
  if (state === 'failed' || state === 'needs_sign_in') return signIn ?? connection?.problem ?? null;
  return null;
}

function unapproved(server: ConfiguredServer, env: Environment): Sentence {
  const secrets = server.config ? displayVariables(server.config, env).filter(({ secret }) => secret) : [];
  const names = say.list(secrets.map(({ name }) => name));
  return say.all([
    server.changed ? whatChanged(server) : say`It has not been approved yet.`,
    say`It is not started until you approve exactly this configuration.`,
    ...(secrets.length === 0 ? [] : [say`It would receive these secrets: ${names}.`]),
  ]);
}

function whatChanged({ changedFiles }: ConfiguredServer): Sentence {
  if (changedFiles.length === 0) return say`It has changed since you approved it.`;
  const names = changedFiles.slice(0, 5).map((path) => boundedText(path, 200));
  const more = changedFiles.length - names.length;
  const listText = more > 0 ? say`${say.list(names)} and ${more} more` : say.list(names);
  return say`What it runs has changed since you approved it (${listText}).`;
}

function signedIn(state: McpServerState, signIn: SignInState | null): boolean | null {
  if (signIn === null) return null;
  if (signIn === 'signed_in') return state !== 'needs_sign_in';
  return signIn === 'waiting' || state === 'needs_sign_in' ? false : null;
}

function toolInfo(server: string, tool: ListedTool, isEnabled: InfoParts['isEnabled']): McpToolInfo {
  const name = callName(server, tool.name);
  return {
    name: boundedText(tool.name, 300),
    callName: name,
    description: boundedText(tool.description, 1024),
    readOnly: tool.readOnly,
    enabled: isEnabled(name),
  };
}
