// Sub-agents of Claude Code: separate conversations, in a file next to the session or, in old versions, among its
// lines.

import type { JsonObject } from '../../../shared/core/json.ts';
import type { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { History, HistoryAgent, HistoryFile, HistoryProblem } from '../history.ts';
import { importedId } from '../importedId.ts';
import { jsonObjectOrNull } from '../looseJson.ts';
import type { Builder, Call } from './builder.ts';
import type { ByteStore } from './bytes.ts';
import { readLines } from './lines.ts';
import { program } from './originalData.ts';
import { readTruncatedResults } from './truncatedResults.ts';
import { nonEmptyText } from './values.ts';

const maxAgents = 2000;
const maxMetaBytes = 256 * 1024;

export interface ReadAgent {
  /** The app's agent id. */
  id: string;
  history: History;
  builder: Builder;
  /** The call that started it, if recorded. */
  callId: string | null;
}

interface ReadAgentsOptions {
  file: HistoryFile;
  folders: readonly string[];
  session: string;
  folder: string | null;
  /** Agents whose lines are in the session's own file. */
  sides: ReadonlyMap<string, Builder>;
  bytes: ByteStore;
  problems: HistoryProblem[];
  slice: ReturnType<typeof createTimeSlice>;
}

export async function readAgents(reading: ReadAgentsOptions): Promise<ReadAgent[]> {
  const agents: ReadAgent[] = [];
  const { session, bytes, slice } = reading;
  const add = async (id: string, builder: Builder, callId: string | null, title: string, folder: string | null) => {
    const built = await builder.build(slice);
    if (built.messages.length === 0) return;
    const common = { session: `${session}/${id}`, title, folder, agents: [], attachments: bytes.bytes, problems: [] };
    agents.push({ id, builder, callId, history: { program, ...common, ...built } });
  };
  for (const [id, builder] of reading.sides) await add(id, builder, null, '', reading.folder);
  for (const folder of reading.folders) {
    const names = await reading.file.namesIn(`${folder}/subagents`);
    for (const name of names.slice(0, maxAgents)) {
      const id = /^agent-(.+)\.jsonl$/.exec(name)?.[1];
      const file = id === undefined ? null : await reading.file.resolve(`${folder}/subagents/${name}`);
      if (id === undefined || !file || agents.some((agent) => agent.id === id)) continue;
      const { problems } = reading;
      const { main, facts } = await readLines({ file, stem: id, session: `${session}/${id}`, bytes, problems, slice });
      await readTruncatedResults({ builder: main, file: reading.file, folders: reading.folders, problems });
      const meta = await metaOf(reading.file, `${folder}/subagents/agent-${id}.meta.json`);
      if (meta) main.addMeta(meta);
      await add(id, main, nonEmptyText(meta?.toolUseId), nonEmptyText(meta?.description) ?? facts.title, facts.folder);
    }
  }
  return agents;
}

async function metaOf(file: HistoryFile, path: string): Promise<JsonObject | null> {
  const agentFile = await file.resolve(path);
  try {
    return jsonObjectOrNull(JSON.parse((await agentFile?.text(maxMetaBytes)) ?? ''));
  } catch {
    return null;
  }
}

/** Links each agent, including nested ones, to the call that started it. Call after all messages are built. */
export function linkAgents(main: Builder, agents: readonly ReadAgent[]): HistoryAgent[] {
  const joinedCalls = new Set<Call>();
  const top: HistoryAgent[] = [];
  const owners = [
    { builder: main, into: top },
    ...agents.map(({ builder, history }) => ({ builder, into: history.agents })),
  ];
  for (const agent of agents) {
    const matches = owners
      .filter(({ builder }) => builder !== agent.builder)
      .map(({ builder, into }) => ({ into, call: callOf(builder, agent, joinedCalls) }))
      .find(({ call }) => call !== null);
    const call = matches?.call ?? null;
    const messageId = call?.unit.record?.id;
    if (call) joinedCalls.add(call);
    if (call?.result) {
      const agentFields = jsonObjectOrNull(call.result.details?.agent) ?? {};
      const conversationId = importedId(program, agent.history.session);
      const title = agent.history.title === '' ? {} : { title: agent.history.title };
      call.result.details = { ...call.result.details, agent: { ...agentFields, ...title, conversationId } };
    }
    const position = call && messageId !== undefined ? { messageId, index: call.index } : null;
    (matches?.into ?? top).push({ history: agent.history, call: position });
  }
  for (const { builder } of owners) dropMissing(builder, joinedCalls);
  return top;
}

/** Unlinks an agent without a file, since it could not be opened. */
function dropMissing(builder: Builder, joinedCalls: ReadonlySet<Call>): void {
  for (const call of builder.calls) {
    if (!call.result?.details?.agent || joinedCalls.has(call)) continue;
    const { agent: _, ...details } = call.result.details;
    call.result.details = details;
  }
}

function callOf(builder: Builder, agent: ReadAgent, takenCalls: ReadonlySet<Call>): Call | null {
  if (agent.callId !== null) return builder.callNamed(agent.callId);
  const isIts = ({ name, result }: Call): boolean =>
    isAgent(name) && jsonObjectOrNull(result?.details?.agent)?.conversationId === agent.id;
  const exactCall = builder.calls.find(isIts);
  if (exactCall) return exactCall;
  // Old versions record no link: match the first prompt with the call's.
  const prompt = agent.builder.firstWords();
  const startsAgent = (call: Call): boolean =>
    isAgent(call.name) && !takenCalls.has(call) && jsonObjectOrNull(call.input)?.prompt === prompt;
  return builder.calls.find(startsAgent) ?? null;
}

function isAgent(name: string): boolean {
  return name === 'Task' || name === 'Agent';
}
