// What `opencode export` prints: one JSON object with the session and its messages.

import { say } from '../../../shared/sentence.ts';
import type { History, HistoryFile, HistoryFormat, HistoryProblem } from '../history.ts';
import { parseLoose, row } from '../looseJson.ts';
import { readSession } from './readSession.ts';

/** Bytes of a file that is read whole. */
const mostBytes = 256 * 1024 * 1024;

export const openCodeFormat: HistoryFormat = {
  program: 'opencode',
  recognises: (head) => /^\s*\{\s*"info"\s*:\s*\{[\s\S]{0,4000}?"id"\s*:\s*"ses/.test(head),
  read,
};

async function* read(file: HistoryFile): AsyncIterable<History | HistoryProblem> {
  const problem = (message: HistoryProblem['message']): HistoryProblem => ({ file: file.name, line: null, message });
  const json = await file.text(mostBytes);
  if (json === null) {
    yield problem(say`The file is too large`);
    return;
  }
  const parsed = parseLoose(json);
  const document = row('value' in parsed ? parsed.value : null);
  const info = row(document?.info);
  if (!document || !info || !Array.isArray(document.messages)) {
    yield problem('problem' in parsed ? parsed.problem : say`It is not a session of OpenCode`);
    return;
  }
  const problems: HistoryProblem[] = [];
  const messages = document.messages.flatMap((given: unknown, at: number) => {
    const message = row(given);
    if (message && row(message.info)) return [message];
    problems.push(problem(say`Message ${at + 1} could not be read`));
    return [];
  });
  yield await readSession(info, messages, file.name, problems);
}
