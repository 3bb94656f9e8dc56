// An agent's answer to `initialize`: its version, its abilities and the ways to sign in.

import { z } from 'zod';
import { isJsonObject } from '../../../shared/core/json.ts';
import type { AgentSignIn } from '../../../shared/features/externalAgents/externalAgent.ts';
import { boundedText } from '../../lib/boundedText.ts';

export interface AgentAbilities {
  protocolVersion: number;
  version: string | null;
  takes: { images: boolean; audio: boolean; embeddedText: boolean };
  can: { load: boolean; resume: boolean; list: boolean; close: boolean; httpServers: boolean; sseServers: boolean };
  signIns: AgentSignIn[];
}

/** The abilities of this app; each is handled. `_meta`: the form before `auth` was in the protocol. */
export const clientCapabilities = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: true,
  session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
  auth: { terminal: true },
  elicitation: { form: {}, url: {} },
  _meta: { 'terminal-auth': true },
} as const;

const object = z.record(z.string(), z.unknown()).catch({});
const schema = z.object({
  protocolVersion: z.number().int(),
  agentCapabilities: object,
  authMethods: z.array(z.unknown()).catch([]),
  agentInfo: z.object({ version: z.string() }).nullish().catch(null),
});

/** Null: not a response to `initialize`. `command`: the agent's own, which a sign-in in a terminal continues. */
export function readAbilities(raw: unknown, command: readonly string[]): AgentAbilities | null {
  const read = schema.safeParse(raw);
  if (!read.success) return null;
  const { protocolVersion, agentCapabilities, authMethods, agentInfo } = read.data;
  const prompt = object.parse(agentCapabilities.promptCapabilities);
  const session = object.parse(agentCapabilities.sessionCapabilities);
  const servers = object.parse(agentCapabilities.mcpCapabilities);
  return {
    protocolVersion,
    version: agentInfo ? boundedText(agentInfo.version, 100) : null,
    takes: {
      images: prompt.image === true,
      audio: prompt.audio === true,
      embeddedText: prompt.embeddedContext === true,
    },
    can: {
      load: agentCapabilities.loadSession === true,
      resume: isJsonObject(session.resume),
      list: isJsonObject(session.list),
      close: isJsonObject(session.close),
      httpServers: servers.http === true,
      sseServers: servers.sse === true,
    },
    signIns: authMethods.slice(0, 20).flatMap((method) => readSignIn(method, command) ?? []),
  };
}

const argumentList = z.array(z.string().max(4096)).max(64).catch([]);
const method = z.object({
  id: z.string().min(1).max(200),
  name: z.string().catch(''),
  description: z.string().nullish().catch(null),
  type: z.string().nullish().catch(null),
  args: argumentList,
  env: z.record(z.string().regex(/^[A-Za-z_]\w*$/), z.string()).catch({}),
  _meta: object,
});
/** The form before the protocol had `type`. */
const earlierTerminal = z.object({ command: z.string().min(1).max(4096), args: argumentList });

/** A method without a type is the agent's own. */
function readSignIn(raw: unknown, command: readonly string[]): AgentSignIn | null {
  const read = method.safeParse(raw);
  if (!read.success) return null;
  const { id, name, description, type, args, env } = read.data;
  const base = {
    id,
    name: boundedText(name || id, 200),
    ...(description ? { description: boundedText(description, 1000) } : {}),
  };
  const earlier = earlierTerminal.safeParse(read.data._meta['terminal-auth']);
  if (type !== 'terminal' && !earlier.success) return { ...base, type: 'agent' };
  const line =
    type === 'terminal' || !earlier.success ? [...command, ...args] : [earlier.data.command, ...earlier.data.args];
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return { ...base, type: 'terminal', command: variables.length === 0 ? line : ['env', ...variables, ...line] };
}
