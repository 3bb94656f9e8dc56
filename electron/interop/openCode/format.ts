// Reads `opencode export` files: one JSON object with the session and its messages, parsed message by message. Looks
// for agents' sessions in the same folder.

import type { JsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { History, HistoryAgent, HistoryFile, HistoryFormat, HistoryProblem } from '../history.ts';
import { isProblem } from '../history.ts';
import { jsonObjectOrNull } from '../looseJson.ts';
import { readJsonItems } from '../web/jsonItems.ts';
import { splitObject } from '../web/splitObject.ts';
import { findStartedAgents } from './agents.ts';
import { readSession } from './readSession.ts';

/** Limit for files that have to be read whole. */
const maxBytes = 256 * 1024 * 1024;
const maxAgents = 2000;

export const openCodeFormat: HistoryFormat = {
  program: 'opencode',
  recognises: (head) => /^\s*\{\s*"info"\s*:\s*\{[\s\S]{0,4000}?"id"\s*:\s*"ses/.test(head),
  async *read(file, signal) {
    yield await readExport(file, signal, new Set());
  },
};

/** `readNames`: names of files already read, since each session is the agent of one call. */
async function readExport(
  file: HistoryFile,
  signal: AbortSignal,
  readNames: Set<string>,
): Promise<History | HistoryProblem> {
  readNames.add(file.name);
  const problems: HistoryProblem[] = [];
  const messages: JsonObject[] = [];
  const split = splitObject(file, 'messages', maxBytes);
  for await (const { item, problem } of readJsonItems(split.file, signal)) {
    const line = problem ? problem.line : item.line;
    const location = { file: file.name, line: line === null ? null : line + Math.max(1, split.line()) - 1 };
    const message = jsonObjectOrNull(item?.value);
    if (message && jsonObjectOrNull(message.info)) messages.push(message);
    else
      problems.push({
        ...location,
        message: problem ? problem.message : say`Message ${item.index + 1} could not be read`,
      });
  }
  const info = jsonObjectOrNull(split.rest()?.info);
  if (!info || split.line() === 0) {
    return { file: file.name, line: null, message: say`It is not an OpenCode session` };
  }
  const history = await readSession(info, messages, file.name, problems);
  return { ...history, agents: await agentsOf(file, history, signal, readNames) };
}

async function agentsOf(
  file: HistoryFile,
  history: History,
  signal: AbortSignal,
  readNames: Set<string>,
): Promise<HistoryAgent[]> {
  const started = (await findStartedAgents(history)).slice(0, maxAgents);
  if (started.length === 0) return [];
  const names = (await file.namesIn('.')).filter((name) => name.endsWith('.json'));
  const agents: HistoryAgent[] = [];
  for (const { session, call } of started) {
    for (const name of names.filter((one) => one.includes(session))) {
      const agentFile = await file.resolve(name);
      const read = agentFile && !readNames.has(agentFile.name) ? await readExport(agentFile, signal, readNames) : null;
      if (read && !isProblem(read) && read.session === session) agents.push({ history: read, call });
    }
  }
  return agents;
}
