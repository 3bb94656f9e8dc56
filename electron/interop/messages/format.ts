// Reads OpenAI chat messages: a JSON array of messages, an object with `messages`, an array of such objects, or JSONL
// as used for fine-tuning.

import { isJsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { History, HistoryFile, HistoryFormat, HistoryProblem } from '../history.ts';
import { readJsonItems } from '../web/jsonItems.ts';
import { readJson } from '../web/readJson.ts';
import { scanTopKeys } from '../web/topKeys.ts';
import { withoutFields } from '../web/values.ts';
import { messagesToHistory } from './toHistory.ts';

const program = 'messages';

export const messagesFormat: HistoryFormat = {
  program,
  recognises(head) {
    const { inArray, keys, values } = scanTopKeys(head);
    if (keys.has('messages'))
      return !keys.has('conversationId') && !keys.has('format') && !keys.has('info') && !keys.has('history');
    const isMessage = keys.has('role') && (keys.has('content') || keys.has('tool_calls'));
    return (
      inArray &&
      isMessage &&
      !keys.has('parentId') &&
      /^(system|developer|user|assistant|tool|function)$/.test(values.get('role') ?? '')
    );
  },
  async *read(file, signal) {
    if (await isOneALine(file)) yield* readLines(file, signal);
    else yield* readWhole(file, signal);
  },
};

/** Two complete lines, or one that is the whole file, for which both readings agree. */
async function isOneALine(file: HistoryFile): Promise<boolean> {
  for await (const { text } of file.lines()) {
    if (text === null) return false;
    if (text.trim() === '') continue;
    if (!text.trimStart().startsWith('{') || !text.trimEnd().endsWith('}')) return false;
    try {
      return isJsonObject(JSON.parse(text));
    } catch {
      return false;
    }
  }
  return false;
}

async function* readLines(file: HistoryFile, signal: AbortSignal): AsyncGenerator<History | HistoryProblem> {
  const slice = createTimeSlice(undefined, signal);
  for await (const { line, text } of file.lines()) {
    if (text?.trim() === '') continue;
    const problem = (message: HistoryProblem['message']): HistoryProblem => ({ file: file.name, line, message });
    let value: unknown;
    try {
      value = text === null ? undefined : await readJson(new TextEncoder().encode(text), slice);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      yield problem(say`The line is not valid JSON.`);
      continue;
    }
    if (text === null) yield problem(say`The line is too long to be read.`);
    else if (!isJsonObject(value) || !Array.isArray(value.messages)) yield problem(say`The line has no messages.`);
    else {
      yield await messagesToHistory(
        value.messages,
        { file: file.name, line, beside: withoutFields(value, ['messages']) },
        slice,
      );
    }
    const turn = slice();
    if (turn) await turn;
  }
}

async function* readWhole(file: HistoryFile, signal: AbortSignal): AsyncGenerator<History | HistoryProblem> {
  const slice = createTimeSlice(undefined, signal);
  const loose: unknown[] = [];
  const problems: HistoryProblem[] = [];
  for await (const { item, problem } of readJsonItems(file, signal)) {
    if (problem) problems.push(problem);
    else if (isJsonObject(item.value) && Array.isArray(item.value.messages)) {
      const extra = withoutFields(item.value, ['messages']);
      yield await messagesToHistory(item.value.messages, { file: file.name, line: item.line, beside: extra }, slice);
    } else loose.push(item.value);
  }
  if (loose.length === 0) {
    yield* problems;
    return;
  }
  const history = await messagesToHistory(loose, { file: file.name, line: null }, slice);
  yield { ...history, problems: [...problems, ...history.problems] };
}
