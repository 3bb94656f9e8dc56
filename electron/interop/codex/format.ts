// Reads Codex rollouts: `~/.codex/sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl`, one append-only file per session.

import type { History, HistoryFile, HistoryFormat, HistoryProblem } from '../history.ts';
import { jsonObjectOrNull, parseLooseJson, readJsonLines, textOrEmpty } from '../looseJson.ts';
import { readAgents } from './agents.ts';
import { createRolloutReader } from './readRollout.ts';
import { normalizeRow } from './rows.ts';

const rowTypes = new Set(['session_meta', 'response_item', 'turn_context', 'event_msg', 'world_state']);
/** The first line may exceed the head. */
const cutSession = /^\s*\{(?:"timestamp":"[^"]{0,40}",|"ordinal":\d{1,15},)*"type":"session_meta",/;
const maxInspectedLines = 5;

export const codexFormat: HistoryFormat = {
  program: 'codex',
  recognises: (head) => cutSession.test(head) || head.split('\n', maxInspectedLines).some(isRow),
  read,
};

function isRow(line: string): boolean {
  const parsed = parseLooseJson(line);
  const firstRow = jsonObjectOrNull('value' in parsed ? parsed.value : null);
  if (!firstRow) return false;
  const isBare =
    typeof firstRow.id === 'string' && typeof firstRow.timestamp === 'string' && 'instructions' in firstRow;
  return (
    isBare ||
    (rowTypes.has(textOrEmpty(firstRow.type)) &&
      jsonObjectOrNull(firstRow.payload) !== null &&
      normalizeRow(firstRow, null) === firstRow)
  );
}

async function* read(file: HistoryFile, signal: AbortSignal): AsyncIterable<History | HistoryProblem> {
  yield await readThread(file, signal, new Set());
}

/** `readNames`: names of files already read, since each thread is the agent of one call. */
async function readThread(file: HistoryFile, signal: AbortSignal, readNames: Set<string>): Promise<History> {
  const reader = createRolloutReader(file.name);
  for await (const line of readJsonLines(file, signal)) {
    if ('row' in line) reader.take(line.line, line.row);
    else reader.problem(line);
  }
  const history = await reader.history();
  readNames.add(file.name);
  const result = { messages: history.messages, threads: reader.threads };
  return {
    ...history,
    agents: await readAgents(file, result, (agent) =>
      readNames.has(agent.name) ? null : readThread(agent, signal, readNames),
    ),
  };
}
