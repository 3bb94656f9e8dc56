// A conversation can require a tool of one MCP server in each turn (LOOP-11). A reply without it is not stored: the
// model is asked again, with text that only the request contains. Whether a call is owed is derived from the records
// alone, so it survives restarts.

import type { ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import { callsOf, type Message, type Usage } from '../../../shared/conversation/message.ts';
import { type AppError, fail } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { ModelReply, ModelRequest } from '../../ports/provider.ts';
import type { Tool } from '../../ports/tool.ts';
import type { RunSettings } from '../runSettings.ts';
import { parseArguments } from '../turn/callResult.ts';
import { checkArguments } from '../turn/checkedArguments.ts';
import type { ModelTurn } from '../turn/modelTurn.ts';

/** Maximum number of repeated requests for the call. */
const maxNudges = 2;

/** The tool that searches the tools of servers with too many. */
const findToolsName = 'find_tools';
/** Tool names listed for the model. */
const maxNames = 50;

type Demand = Pick<RunSettings, 'requiredServer' | 'offered' | 'knownTools' | 'switchedOff' | 'problems'>;

/** Returns why the requirement cannot be met now; null: it can, or there is none. */
export function missingServerError(demand: Demand): { ok: false; error: AppError } | null {
  const { requiredServer: server, problems } = demand;
  if (server === null || toolsOf(server, demand).length > 0) return null;
  const sentences = [
    say`This conversation must use the server "${server}" in each turn, but none of its tools are available.`,
    ...problems,
    say`Nothing was sent. Start the server in Settings, or remove the requirement from this conversation.`,
  ];
  return fail('TOOL_NOT_AVAILABLE', say.all(sentences));
}

/** Returns whether the turn still owes a call: none follows the user's last message, and it was not given up. */
export function owesCall(messages: readonly Message[], demand: Demand): boolean {
  const { requiredServer: server } = demand;
  if (server === null || toolsOf(server, demand).length === 0) return false;
  const lastUser = messages.findLastIndex((message) => message.role === 'user');
  // A compaction within the turn hides earlier calls, so this is unknown.
  if (lastUser < 0) return false;
  const replies = messages.slice(lastUser + 1).filter((message) => message.role === 'assistant');
  return !replies.some(
    (reply) =>
      (reply.required?.server === server && reply.required.ended === 'given_up') ||
      callsOf(reply).some((call) => callsServer(call.function, server, demand)),
  );
}

/**
 * Requests a reply, and repeats the request while it owes the call, at most `maxNudges` times; then it accepts the last
 * reply as is. `discard` is called before each further attempt, to drop what was streamed.
 */
export async function demandCall(
  request: ModelRequest,
  demand: Demand & { requiredServer: string },
  attempt: (request: ModelRequest) => Promise<ModelTurn>,
  discard: () => Promise<unknown>,
): Promise<ModelTurn> {
  const server = demand.requiredServer;
  let discarded: Usage['discarded'];
  for (let requestCount = 0; ; requestCount++) {
    const turn = await attempt(requestCount === 0 ? request : withNudge(request, nudgeText(server, demand)));
    const finalTurn = discarded ? { ...turn, discarded } : turn;
    if (finalTurn.kind !== 'reply') return finalTurn;
    const ended = endOf(finalTurn.reply, server, demand);
    if (ended !== null && requestCount === 0) return finalTurn;
    if (ended !== null || requestCount === maxNudges)
      return { ...finalTurn, required: { server, asked: requestCount, ended: ended ?? 'given_up' } };
    discarded = withUsage(discarded, finalTurn.reply.usage);
    await discard();
  }
}

/** Shown to the user when the model would not call one. */
export function nudgesExhaustedText(server: string): Sentence {
  return say`The server "${server}" must be used in each turn. The model was asked ${maxNudges + 1} times but called none of its tools, so its last reply was accepted.`;
}

function endOf({ calls }: ModelReply, server: string, demand: Demand): 'called' | 'searched' | null {
  if (calls.some((call) => callsServer(call, server, demand))) return 'called';
  // If tools are found by search, calling it leads to them.
  const searches = isDeferred(server, demand) && calls.some(({ name }) => name === findToolsName);
  return searches ? 'searched' : null;
}

function callsServer(
  { name, arguments: text }: Pick<ModelReply['calls'][number], 'name' | 'arguments'>,
  server: string,
  { knownTools }: Demand,
): boolean {
  const tool = knownTools.find((candidate) => candidate.name === name);
  if (!tool?.target) return tool?.server === server;
  const parsed = parseArguments(text);
  const checked = parsed.ok ? checkArguments(tool, parsed.value) : null;
  const target = checked?.ok ? tool.target(checked.value.args) : null;
  return target?.ok === true && target.value.tool.server === server;
}

/** The server's tools that the model can reach now, by name or by search. */
function toolsOf(server: string, { knownTools, offered, switchedOff }: Demand): Tool[] {
  const reached = offered.some(({ target }) => target !== undefined) ? knownTools : offered;
  return reached.filter((tool) => tool.server === server && !switchedOff.includes(tool.name));
}

function isDeferred(server: string, { offered }: Demand): boolean {
  return !offered.some((tool) => tool.server === server);
}

function nudgeText(server: string, demand: Demand): string {
  const how = isDeferred(server, demand)
    ? `Find one with ${findToolsName} and call it.`
    : `Call one of them now: ${toolsOf(server, demand)
        .slice(0, maxNames)
        .map(({ name }) => name)
        .join(', ')}.`;
  return `[In this conversation each turn must use a tool from the server "${server}", and your reply called none. ${how}]`;
}

/** Sent as user text, merged with the user's message if that is last. */
function withNudge(request: ModelRequest, text: string): ModelRequest {
  const last = request.messages.at(-1);
  if (last?.role !== 'user') return { ...request, messages: [...request.messages, { role: 'user', content: text }] };
  const content: ApiMessage & { role: 'user' } = {
    role: 'user',
    content:
      typeof last.content === 'string' ? `${last.content}\n\n${text}` : [...last.content, { type: 'text', text }],
  };
  return { ...request, messages: [...request.messages.slice(0, -1), content] };
}

function withUsage(before: Usage['discarded'], usage: Usage | null): NonNullable<Usage['discarded']> {
  return {
    replies: (before?.replies ?? 0) + 1,
    inputTokens: (before?.inputTokens ?? 0) + (usage?.inputTokens ?? 0),
    outputTokens: (before?.outputTokens ?? 0) + (usage?.outputTokens ?? 0),
    ...(before?.usd === undefined && !usage?.cost ? {} : { usd: (before?.usd ?? 0) + (usage?.cost?.usd ?? 0) }),
    ...(before?.unknown === undefined && usage?.cost
      ? {}
      : { unknown: (before?.unknown ?? 0) + (usage?.cost ? 0 : 1) }),
  };
}
