// Reads Qwen Code sessions: `~/.qwen/projects/<folder>/chats/<id>.jsonl`, a tree of records. Sub-agents' sessions are in
// `../subagents/<id>/agent-<name>.jsonl`, each with a `.meta.json` that names its call.

import type { JsonObject } from '../../../shared/core/json.ts';
import { readSessionRows } from '../agentSessions/salvage.ts';
import type { History, HistoryAgent, HistoryFile, HistoryFormat, HistoryProblem } from '../history.ts';
import { jsonObjectOrNull, parseLooseJson, textOrEmpty } from '../looseJson.ts';
import { createQwenReader, isRecord, type QwenReader } from './reader.ts';

const maxInspectedLines = 5;
const maxAgents = 2_000;
const maxMetaBytes = 256 * 1024;
const recordTypes = new Set(['user', 'assistant', 'tool_result', 'system']);

export const qwenFormat: HistoryFormat = { program: 'qwen', recognises, read, levelsAbove: 1 };

function recognises(head: string): boolean {
  const lines = head.split('\n', maxInspectedLines).filter((line) => line.trim() !== '');
  return lines.some((line) => {
    const parsed = parseLooseJson(line);
    const row = jsonObjectOrNull('value' in parsed ? parsed.value : null);
    if (!row)
      return /^\{"uuid":"[0-9a-f-]{36}","parentUuid":(?:null|")/.test(line) && /"provenance":"|"parts":\[/.test(line);
    const isOwn = typeof row.uuid === 'string' && 'parentUuid' in row && recordTypes.has(textOrEmpty(row.type));
    const message = jsonObjectOrNull(row.message);
    // Claude Code writes the same fields around Anthropic messages.
    return (
      isOwn &&
      (message
        ? Array.isArray(message.parts)
        : row.type === 'system' && typeof row.subtype === 'string' && 'systemPayload' in row)
    );
  });
}

async function* read(file: HistoryFile, signal: AbortSignal): AsyncIterable<History | HistoryProblem> {
  const problems: HistoryProblem[] = [];
  const reader = await readFile(file, null, problems, signal);
  const history = { ...(await reader.history()), problems };
  if (!reader.isAgent()) history.agents = await readAgents(file, history.session, reader, problems, signal);
  yield history;
}

async function readFile(
  file: HistoryFile,
  session: string | null,
  problems: HistoryProblem[],
  signal: AbortSignal,
): Promise<QwenReader> {
  const reader = createQwenReader(file.name, session, problems);
  for await (const line of readSessionRows(file, isRecord, signal)) {
    if ('row' in line) reader.take(line.line, line.row);
    else problems.push(line);
  }
  return reader;
}

/** An agent may start others: each belongs to the session that has its call. */
async function readAgents(
  file: HistoryFile,
  session: string,
  main: QwenReader,
  problems: HistoryProblem[],
  signal: AbortSignal,
): Promise<HistoryAgent[]> {
  const top: HistoryAgent[] = [];
  // It becomes part of a path.
  if (!/^[\w-]{1,100}$/.test(session)) return top;
  const folder = `../subagents/${session}`;
  const agents: { reader: QwenReader; history: History; call: string }[] = [];
  for (const name of (await file.namesIn(folder)).slice(0, maxAgents)) {
    const id = /^agent-(.+)\.jsonl$/.exec(name)?.[1];
    const agentFile = id === undefined ? null : await file.resolve(`${folder}/${name}`);
    if (id === undefined || !agentFile) continue;
    const reader = await readFile(agentFile, `${session}/${id}`, problems, signal);
    const meta = await metaOf(file, `${folder}/agent-${id}.meta.json`);
    const history = { ...(await reader.history()), title: textOrEmpty(meta?.description) };
    if (history.messages.length > 0) agents.push({ reader, history, call: textOrEmpty(meta?.toolUseId) });
  }
  const owners = [
    { reader: main, into: top },
    ...agents.map(({ reader, history }) => ({ reader, into: history.agents })),
  ];
  for (const { reader, history, call } of agents) {
    const owner = owners.find((one) => one.reader !== reader && one.reader.callPosition(call) !== null);
    (owner?.into ?? top).push({ history, call: owner?.reader.callPosition(call) ?? null });
  }
  return top;
}

async function metaOf(file: HistoryFile, path: string): Promise<JsonObject | null> {
  const metaFile = await file.resolve(path);
  const parsed = parseLooseJson((await metaFile?.text(maxMetaBytes)) ?? '');
  return jsonObjectOrNull('value' in parsed ? parsed.value : null);
}
