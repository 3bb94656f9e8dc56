// Writes Claude Code sessions: one block per line, each linked to the previous one, so that resuming loses nothing. The
// app drops lines without an id, parallel results without one, repeated call ids, results without calls, and empty
// text. Writes the conversation first, then the files of sub-agents and long results.

import type { JsonObject } from '../../../shared/core/json.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { ExportSource, HistoryWriter, WrittenFile } from '../history.ts';
import { createTextBuilder } from '../longText.ts';
import { agentIdOf, slugOf, uuidOf } from './names.ts';
import { importOriginOf, originalDataOf, program } from './originalData.ts';
import { nonEmptyText } from './values.ts';
import { callKey, type SharedNames, writeLines } from './writeLines.ts';

export const claudeCodeWriter: HistoryWriter = { program, branches: true, write };

async function write(source: ExportSource): Promise<WrittenFile[]> {
  const session = uuidOf(`session ${source.id}`);
  const folder = `${slugOf(source.folder ?? '/')}/${session}`;
  const agents = agentsOf(source);
  const names = { session, agents: new Map(agents.map((agent) => [callKey(agent.call), agent.agentId])) };
  const shared: SharedNames = { ...names, calls: new Map(), spilled: new Map(), slice: createTimeSlice() };
  const files: WrittenFile[] = [{ path: `${folder}.jsonl`, text: await textOf(source, shared, null) }];
  for (const { source: agent, agentId, call, depth } of agents) {
    const path = `${folder}/subagents/agent-${agentId}`;
    files.push({ path: `${path}.jsonl`, text: await textOf(agent, shared, agentId) });
    const meta = metaOf(agent, depth, shared.calls.get(callKey(call)));
    files.push({ path: `${path}.meta.json`, text: JSON.stringify(meta) });
  }
  for (const [name, text] of shared.spilled) files.push({ path: `${folder}/tool-results/${name}`, text });
  return files;
}

async function textOf(source: ExportSource, names: SharedNames, agentId: string | null): Promise<string> {
  const text = createTextBuilder();
  for (const line of await writeLines(source, names, agentId)) {
    const pause = names.slice();
    if (pause) await pause;
    text.add(`${JSON.stringify(line)}\n`);
  }
  return text.whole();
}

interface WrittenAgent {
  source: ExportSource;
  agentId: string;
  call: { messageId: string; index: number } | null;
  depth: number;
}

function agentsOf(source: ExportSource, depth = 1): WrittenAgent[] {
  return source.agents.flatMap((agent) => {
    const writtenAgent = { ...agent, agentId: agentIdFor(agent.source), depth };
    return [writtenAgent, ...agentsOf(agent.source, depth + 1)];
  });
}

/** Keeps the agent's original id, if it had one. */
function agentIdFor(source: ExportSource): string {
  const [first] = source.messages;
  const session = first && importOriginOf(first)?.session;
  const ownId = nonEmptyText(session)?.split('/')[1];
  return ownId && /^[A-Za-z0-9_-]{1,64}$/.test(ownId) ? ownId : agentIdOf(source.id);
}

function metaOf(source: ExportSource, spawnDepth: number, toolUseId: string | undefined): JsonObject {
  const [first] = source.messages;
  const keptMeta = first ? originalDataOf(first)?.meta : undefined;
  const meta = { agentType: 'general-purpose', description: source.title, spawnDepth, finished: true };
  return { ...meta, ...keptMeta, ...(toolUseId === undefined ? {} : { toolUseId }) };
}
