// Reads Codex rollouts: `~/.codex/sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl`, one append-only file per session.

import type { History, HistoryFile, HistoryFormat, HistoryProblem } from '../history.ts';
import { jsonLines, parseLoose, row, text } from '../looseJson.ts';
import { readAgents } from './agents.ts';
import { createRolloutReader } from './readRollout.ts';
import { asRow } from './rows.ts';

const rowTypes = new Set(['session_meta', 'response_item', 'turn_context', 'event_msg', 'world_state']);
/** The first line may exceed the head. */
const cutSession = /^\s*\{(?:"timestamp":"[^"]{0,40}",|"ordinal":\d{1,15},)*"type":"session_meta",/;
const looked = 5;

export const codexFormat: HistoryFormat = {
  program: 'codex',
  recognises: (head) => cutSession.test(head) || head.split('\n', looked).some(isRow),
  read,
};

function isRow(line: string): boolean {
  const parsed = parseLoose(line);
  const given = row('value' in parsed ? parsed.value : null);
  if (!given) return false;
  const isBare = typeof given.id === 'string' && typeof given.timestamp === 'string' && 'instructions' in given;
  return isBare || (rowTypes.has(text(given.type)) && row(given.payload) !== null && asRow(given, null) === given);
}

async function* read(file: HistoryFile, signal: AbortSignal): AsyncIterable<History | HistoryProblem> {
  yield await readThread(file, signal, new Set());
}

/** `seen`: names of files already read, since each thread is the agent of one call. */
async function readThread(file: HistoryFile, signal: AbortSignal, seen: Set<string>): Promise<History> {
  const reader = createRolloutReader(file.name);
  for await (const found of jsonLines(file, signal)) {
    if ('row' in found) reader.take(found.line, found.row);
    else reader.problem(found);
  }
  const history = await reader.history();
  seen.add(file.name);
  const found = { messages: history.messages, threads: reader.threads };
  return {
    ...history,
    agents: await readAgents(file, found, (agent) => (seen.has(agent.name) ? null : readThread(agent, signal, seen))),
  };
}
