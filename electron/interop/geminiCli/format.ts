// Reads Gemini CLI sessions: `~/.gemini/tmp/<project>/chats/session-<time>-<id>.jsonl`, and the older one-object JSON
// files.

import type { JsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { History, HistoryFile, HistoryFormat, HistoryProblem } from '../history.ts';
import { jsonObjectOrNull, parseLooseJson, readJsonLines, textOrEmpty } from '../looseJson.ts';
import { messagesOfSteps, type Step } from '../steps.ts';
import { readJsonItems } from '../web/jsonItems.ts';
import { splitObject } from '../web/splitObject.ts';
import { draftsOf, matchResponses, type Reading, responsesIn } from './messages.ts';
import { type Chains, createRowReader, type MessageEntry } from './rows.ts';

/** Limit for files that have to be read whole. */
const maxBytes = 256 * 1024 * 1024;

export const geminiCliFormat: HistoryFormat = {
  program: 'gemini-cli',
  recognises: (head) => isSession(head.slice(0, 2000)),
  read,
};

/** Whether the head has a session's fields, in any order. */
function isSession(head: string): boolean {
  return /^\s*\{\s*"/.test(head) && /"sessionId"\s*:\s*"/.test(head) && /"projectHash"\s*:\s*"/.test(head);
}

async function* read(file: HistoryFile, signal: AbortSignal): AsyncIterable<History | HistoryProblem> {
  const problems: HistoryProblem[] = [];
  const reader = createRowReader();
  const object = await wholeObject(file, signal, problems);
  if (object) reader.take(1, object);
  else {
    for await (const line of readJsonLines(file, signal)) {
      if ('row' in line) reader.take(line.line, line.row);
      else problems.push(line);
    }
  }
  const chains = reader.chains();
  if (chains.active.length === 0 && textOrEmpty(chains.session.sessionId) === '') {
    yield* problems;
    yield { file: file.name, line: null, message: say`It is not a Gemini CLI session` };
  } else yield await historyOf(chains, file.name, problems);
}

/** Parses the older format, one object on one or several lines; null if it is not that format. */
async function wholeObject(
  file: HistoryFile,
  signal: AbortSignal,
  problems: HistoryProblem[],
): Promise<JsonObject | null> {
  for await (const { text: first } of file.lines()) {
    if (first?.trim() === '') continue;
    const parsed = first === null ? null : parseLooseJson(first);
    const firstValue = jsonObjectOrNull(parsed && 'value' in parsed ? parsed.value : null);
    if (firstValue) return Array.isArray(firstValue.messages) ? firstValue : null;
    break;
  }
  const split = splitObject(file, 'messages', maxBytes);
  const messages: unknown[] = [];
  const listProblems: HistoryProblem[] = [];
  for await (const { item, problem } of readJsonItems(split.file, signal)) {
    if (problem)
      listProblems.push({
        ...problem,
        line: problem.line === null ? null : problem.line + Math.max(1, split.line()) - 1,
      });
    else messages.push(item.value);
  }
  const rest = split.rest();
  if (!rest || split.line() === 0) return null;
  problems.push(...listProblems);
  return { ...rest, messages };
}

async function historyOf(chains: Chains, fileName: string, problems: HistoryProblem[]): Promise<History> {
  const session = textOrEmpty(chains.session.sessionId) || fileName;
  const attachments = new Map<string, Uint8Array>();
  const all = [...chains.active, ...chains.dropped.flatMap(({ places }) => places)];
  const slice = createTimeSlice();
  const { responses, strays } = matchResponses(all);
  if (strays > 0) {
    problems.push({
      file: fileName,
      line: null,
      message: say`Results without a matching call were left out: ${strays}.`,
    });
  }
  const steps: Step[] = [];
  const stepOf = new Map<string, Step | null>();
  // Rows that repeat results are kept with the next message.
  const repeated: JsonObject[] = [];

  async function addChain(chain: readonly MessageEntry[], from: Step | null): Promise<Step | null> {
    let tip = from;
    const lastSaid = chain.findLastIndex(({ raw }) => !responsesIn(raw));
    for (const [at, entry] of chain.entries()) {
      const turn = slice();
      if (turn) await turn;
      if (responsesIn(entry.raw)) repeated.push(...entry.before, entry.raw);
      else {
        const isLast = at >= lastSaid;
        const reading: Reading = { attachments, responses, isLast };
        const before = [...repeated.splice(0), ...entry.before];
        const drafts = draftsOf({ ...entry, before }, reading);
        const step: Step = { parent: tip, drafts: () => drafts };
        steps.push(step);
        tip = step;
      }
      stepOf.set(entry.id, tip);
    }
    return tip;
  }

  const head = await addChain(chains.active, null);
  for (const { after, places } of chains.dropped)
    await addChain(places, after === null ? null : (stepOf.get(after) ?? null));
  const { messages, endOf } = await messagesOfSteps('gemini-cli', session, steps);
  const first = messages[0];
  if (first?.origin) first.origin.before = [{ session: chains.session }, ...((first.origin.before as unknown[]) ?? [])];
  const rest = [...repeated, ...chains.rest];
  const last = messages.at(-1);
  if (last?.origin && rest.length > 0) last.origin.after = rest;
  const reply = messages.findLast((message) => message.role === 'assistant' && message.model !== undefined);
  return {
    program: 'gemini-cli',
    session,
    title: textOrEmpty(chains.session.summary),
    folder: null,
    model: reply?.role === 'assistant' ? (reply.model ?? null) : null,
    messages,
    headId: head ? endOf(head) : null,
    agents: [],
    attachments,
    problems,
  };
}
