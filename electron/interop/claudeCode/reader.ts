// Reads Claude Code sessions: one JSON object per line. Skips logged API requests, which make up most of a file but add
// nothing to the other lines.

import { type Message, textOf } from '../../../shared/conversation/message.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import { AbandonedError, createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { History, HistoryFile, HistoryFormat, HistoryProblem } from '../history.ts';
import { jsonObjectOrNull } from '../looseJson.ts';
import { linkAgents, readAgents } from './agents.ts';
import { createByteStore } from './bytes.ts';
import { readLines, requestLine } from './lines.ts';
import { program } from './originalData.ts';
import { firstPrompt, isUserText } from './sessionFacts.ts';
import { readTruncatedResults } from './truncatedResults.ts';

const ownTypes = new Set(['user', 'assistant', 'system', 'attachment', 'progress']);
const looseTypes = new Set([
  'queue-operation',
  'last-prompt',
  'mode',
  'atis-latch',
  'file-history-snapshot',
  'summary',
]);

export const claudeCodeFormat: HistoryFormat = { program, recognises, read };

function recognises(head: string): boolean {
  const lines = head.split('\n', 40).filter((line) => line.trim() !== '');
  const rows = lines.map(parsed);
  // Qwen Code writes the same fields around Gemini messages.
  if (rows.some((fields) => jsonObjectOrNull(fields?.message)?.parts !== undefined)) return false;
  return lines.some((line, at) => {
    const fields = rows[at];
    if (fields) return isOwn(fields);
    // The line continues beyond the head.
    return /^\{"parentUuid":(?:null|")/.test(line) && line.includes('"sessionId":') && line.includes('"isSidechain":');
  });
}

function isOwn(line: JsonObject): boolean {
  if (typeof line.type !== 'string') return false;
  if (ownTypes.has(line.type)) {
    return (
      'parentUuid' in line && typeof line.uuid === 'string' && typeof (line.sessionId ?? line.version) === 'string'
    );
  }
  const isLoose = looseTypes.has(line.type) || requestLine.test(`{"type":"${line.type}"`);
  return (
    isLoose && !('payload' in line) && [line.sessionId, line.leafUuid, line.snapshot].some((it) => it !== undefined)
  );
}

function parsed(line: string): JsonObject | null {
  try {
    return jsonObjectOrNull(JSON.parse(line));
  } catch {
    return null;
  }
}

async function* read(file: HistoryFile, signal: AbortSignal): AsyncIterable<History | HistoryProblem> {
  const stem = file.name.replace(/^.*[\\/]/, '').replace(/\.jsonl$/i, '');
  const slice = createTimeSlice(undefined, signal);
  try {
    const session = await readSession(file, stem, slice);
    if (!session) return;
    yield session;
  } catch (error) {
    if (error instanceof AbandonedError) return;
    const problem: HistoryProblem = {
      file: file.name,
      line: null,
      message: say`Reading stopped early: ${error instanceof Error ? error.message : String(error)}`,
    };
    yield problem;
  }
}

async function readSession(
  file: HistoryFile,
  stem: string,
  slice: ReturnType<typeof createTimeSlice>,
): Promise<History | null> {
  const problems: HistoryProblem[] = [];
  const bytes = createByteStore();
  const { session, main, sides, facts } = await readLines({ file, stem, bytes, problems, slice });
  // A sub-agent's file only has sidechain lines.
  const [side] = main.isEmpty() ? sides : [];
  const [builder, name] = side ? [side[1], `${session}/${side[0]}`] : [main, session];
  if (side) sides.delete(side[0]);
  const folders = [...new Set([stem, session])];
  await readTruncatedResults({ builder, file, folders, problems });
  const agents = await readAgents({ file, folders, session, folder: facts.folder, sides, bytes, problems, slice });
  const built = await builder.build(slice);
  if (built.messages.length === 0 && agents.length === 0) return null;
  return {
    program,
    session: name,
    title: facts.title || titleBehindCommands(built.messages),
    folder: facts.folder,
    ...built,
    agents: linkAgents(builder, agents),
    attachments: bytes.bytes,
    problems,
  };
}

/** A title for sessions whose first text, the usual title, comes from the app. */
function titleBehindCommands(messages: readonly Message[]): string {
  const texts = messages.flatMap((message) => (message.role === 'user' ? [textOf(message)] : []));
  const first = texts.find((text) => text.trim() !== '');
  return first === undefined || isUserText(first) ? '' : firstPrompt(texts);
}
