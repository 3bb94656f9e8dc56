// Reads VS Code chat sessions: a change log (`*.jsonl`), or one JSON object (older versions and exports).

import { isJsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import { AbandonedError, createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { History, HistoryFile, HistoryFormat, HistoryProblem } from '../history.ts';
import { readJsonItems } from '../web/jsonItems.ts';
import { readJson } from '../web/readJson.ts';
import { createRecords, titleFrom } from '../web/records.ts';
import { scanTopKeys } from '../web/topKeys.ts';
import { idText, objectItems, withoutFields } from '../web/values.ts';
import { applyLine, type Replay } from './replay.ts';
import { addRequest } from './request.ts';

const program = 'vscode';

export const vsCodeFormat: HistoryFormat = {
  program,
  recognises: (head) => isLog(head) || isWhole(head),
  async *read(file, signal) {
    if (await beginsAsLog(file)) yield* readLog(file, signal);
    else yield* readWhole(file, signal);
  },
};

function isLog(head: string): boolean {
  const { inArray, keys, values } = scanTopKeys(head);
  return !inArray && keys.has('kind') && keys.has('v') && values.get('kind') === '0';
}

function isWhole(head: string): boolean {
  const { inArray, keys } = scanTopKeys(head);
  return !inArray && (keys.has('requests') || keys.has('responderUsername')) && !keys.has('messages');
}

async function beginsAsLog(file: HistoryFile): Promise<boolean> {
  for await (const { text } of file.lines()) return text === null || isLog(text.slice(0, 65_536));
  return false;
}

async function* readLog(file: HistoryFile, signal: AbortSignal): AsyncGenerator<History | HistoryProblem> {
  const slice = createTimeSlice(undefined, signal);
  const problems: HistoryProblem[] = [];
  const replay: Replay = { state: undefined };
  for await (const { line, text } of file.lines()) {
    if (signal.aborted) throw new AbandonedError();
    if (text?.trim() === '') continue;
    const message = text === null ? say`The line is too long to be read.` : await takeLine(text);
    if (message) problems.push({ file: file.name, line, message });
    const turn = slice();
    if (turn) await turn;
  }

  async function takeLine(text: string) {
    try {
      const value = text.length > 500_000 ? await readJson(new TextEncoder().encode(text), slice) : JSON.parse(text);
      return applyLine(replay, value) ? null : say`The line changes content that does not exist.`;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return say`The line is not valid JSON.`;
    }
  }
  yield await sessionOf(replay.state, file, 1, problems, slice);
}

async function* readWhole(file: HistoryFile, signal: AbortSignal): AsyncGenerator<History | HistoryProblem> {
  const slice = createTimeSlice(undefined, signal);
  for await (const { item, problem } of readJsonItems(file, signal)) {
    yield problem ?? (await sessionOf(item.value, file, item.line, [], slice));
  }
}

async function sessionOf(
  state: unknown,
  file: HistoryFile,
  line: number,
  problems: HistoryProblem[],
  slice: () => Promise<void> | null,
): Promise<History | HistoryProblem> {
  if (!isJsonObject(state) || !Array.isArray(state.requests)) {
    return problems[0] ?? { file: file.name, line, message: say`The entry that starts here is not a conversation.` };
  }
  // Exports have no id; use the file name.
  const session = idText(state.sessionId) ?? file.name.split(/[\\/]/).at(-1) ?? file.name;
  const records = createRecords(program, session);
  let before: unknown[] = [{ session: withoutFields(state, ['requests']) }];
  let headId: string | null = null;
  let model: string | null = null;
  for (const [at, request] of objectItems(state.requests).entries()) {
    const lastId = addRequest(records, session, request, at, headId, before);
    if (lastId === headId) before.push(request);
    else before = [];
    headId = lastId;
    model = idText(request.modelId) ?? model;
    const turn = slice();
    if (turn) await turn;
  }
  return {
    program,
    session,
    title: titleFrom(state.customTitle),
    folder: null,
    model,
    messages: records.messages,
    headId,
    agents: [],
    attachments: new Map(),
    problems,
  };
}
