// Reads Copilot CLI sessions: `~/.copilot/session-state/<id>/events.jsonl`, an append-only list of events. Older
// versions wrote `session-state/<id>.jsonl`. Sub-agents' events are in the same file, marked with their agent's id.

import type { JsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import { readSessionRows } from '../agentSessions/salvage.ts';
import type { History, HistoryFile, HistoryFormat, HistoryProblem } from '../history.ts';
import { jsonObjectOrNull, parseLooseJson, textOrEmpty } from '../looseJson.ts';
import { createCopilotReader, isEvent } from './reader.ts';
import { sessionOfPath, workspaceName } from './sessionFacts.ts';

const maxInspectedLines = 5;
const maxWorkspaceBytes = 64 * 1024;

export const copilotFormat: HistoryFormat = { program: 'copilot', recognises, read };

function recognises(head: string): boolean {
  return head.split('\n', maxInspectedLines).some((line) => {
    const parsed = parseLooseJson(line.trim());
    const row = jsonObjectOrNull('value' in parsed ? parsed.value : null);
    return row ? isOwn(row) : /^\{"type":\s?"session\.start",\s?"data":\s?\{"sessionId":/.test(line);
  });
}

function isOwn(row: JsonObject): boolean {
  const data = jsonObjectOrNull(row.data);
  if (!data || !isEvent(row) || !('parentId' in row)) return false;
  return row.type === 'session.start'
    ? typeof data.sessionId === 'string'
    : /^(?:user\.message|assistant\.turn_start)$/.test(textOrEmpty(row.type));
}

async function* read(file: HistoryFile, signal: AbortSignal): AsyncIterable<History | HistoryProblem> {
  const problems: HistoryProblem[] = [];
  const reader = createCopilotReader(sessionOfPath(file.name), file.name, problems);
  for await (const line of readSessionRows(file, isEvent, signal)) {
    if ('row' in line) reader.take(line.line, line.row);
    else problems.push(line);
  }
  const workspace = await file.resolve('workspace.yaml');
  const name = workspaceName((await workspace?.text(maxWorkspaceBytes).catch(() => '')) ?? '');
  const history = await reader.history(name);
  if (history.messages.length === 0 && problems.length === 0 && reader.isForeign()) {
    yield { file: file.name, line: null, message: say`It is not a Copilot CLI session` };
  } else yield history;
}
