// Writes Claude Code sessions: one block per line, each linked to the previous one, so that resuming loses nothing. The
// app drops lines without an id, parallel results without one, repeated call ids, results without calls, and empty
// text. Writes the conversation first, then the files of sub-agents and long results.

import type { JsonObject } from '../../../shared/core/json.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { GivenHistory, HistoryWriter, WrittenFile } from '../history.ts';
import { createLongText } from '../longText.ts';
import { importOrigin, keptOf, program } from './kept.ts';
import { agentIdOf, slugOf, uuidOf } from './names.ts';
import { filled } from './values.ts';
import { callKey, type SharedNames, writeLines } from './writeLines.ts';

export const claudeCodeWriter: HistoryWriter = { program, branches: true, write };

async function write(given: GivenHistory): Promise<WrittenFile[]> {
  const session = uuidOf(`session ${given.id}`);
  const folder = `${slugOf(given.folder ?? '/')}/${session}`;
  const agents = agentsOf(given);
  const names = { session, agents: new Map(agents.map((agent) => [callKey(agent.call), agent.agentId])) };
  const written: SharedNames = { ...names, calls: new Map(), spilled: new Map(), slice: createTimeSlice() };
  const files: WrittenFile[] = [{ path: `${folder}.jsonl`, text: await textOf(given, written, null) }];
  for (const { given: agent, agentId, call, depth } of agents) {
    const path = `${folder}/subagents/agent-${agentId}`;
    files.push({ path: `${path}.jsonl`, text: await textOf(agent, written, agentId) });
    const meta = metaOf(agent, depth, written.calls.get(callKey(call)));
    files.push({ path: `${path}.meta.json`, text: JSON.stringify(meta) });
  }
  for (const [name, text] of written.spilled) files.push({ path: `${folder}/tool-results/${name}`, text });
  return files;
}

async function textOf(given: GivenHistory, written: SharedNames, agentId: string | null): Promise<string> {
  const text = createLongText();
  for (const line of await writeLines(given, written, agentId)) {
    const pause = written.slice();
    if (pause) await pause;
    text.add(`${JSON.stringify(line)}\n`);
  }
  return text.whole();
}

interface WrittenAgent {
  given: GivenHistory;
  agentId: string;
  call: { messageId: string; index: number } | null;
  depth: number;
}

function agentsOf(given: GivenHistory, depth = 1): WrittenAgent[] {
  return given.agents.flatMap((agent) => {
    const own = { ...agent, agentId: agentIdFor(agent.given), depth };
    return [own, ...agentsOf(agent.given, depth + 1)];
  });
}

/** Keeps the agent's original id, if it had one. */
function agentIdFor(given: GivenHistory): string {
  const [first] = given.messages;
  const session = first && importOrigin(first)?.session;
  const own = filled(session)?.split('/')[1];
  return own && /^[A-Za-z0-9_-]{1,64}$/.test(own) ? own : agentIdOf(given.id);
}

function metaOf(given: GivenHistory, spawnDepth: number, toolUseId: string | undefined): JsonObject {
  const [first] = given.messages;
  const kept = first ? keptOf(first)?.meta : undefined;
  const own = { agentType: 'general-purpose', description: given.title, spawnDepth, finished: true };
  return { ...own, ...kept, ...(toolUseId === undefined ? {} : { toolUseId }) };
}
