// Reads Cline sessions: `~/.cline/data/sessions/<id>/<id>.messages.json`, one object that is rewritten with every
// message. Next to it are its facts (`<id>.json`), its newest compaction (`<id>.compaction.json`) and the messages of its
// teammates.

import type { JsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { History, HistoryAgent, HistoryFile, HistoryFormat, HistoryProblem } from '../history.ts';
import { jsonObjectOrNull, parseLooseJson, textOrEmpty } from '../looseJson.ts';
import { readJsonItems } from '../web/jsonItems.ts';
import { splitObject } from '../web/splitObject.ts';
import { createClineReader } from './reader.ts';
import { clineTitle, maxFactsBytes } from './sessionFacts.ts';

/** Limit for files that have to be read whole. */
const maxBytes = 256 * 1024 * 1024;
const maxCompactionBytes = 32 * 1024 * 1024;
const maxTeammates = 200;

export const clineFormat: HistoryFormat = { program: 'cline', recognises, read };

function recognises(head: string): boolean {
  const start = head.slice(0, 4000);
  if (!/^\s*\{\s*"version"\s*:\s*\d+\s*,\s*"updated_at"\s*:/.test(start)) return false;
  // A compaction has messages, too, but is no conversation.
  return /"conversation_id"\s*:/.test(start)
    ? /"source_message_count"\s*:/.test(start)
    : /"sessionId"\s*:/.test(start) && /"agent"\s*:/.test(start);
}

async function* read(file: HistoryFile, signal: AbortSignal): AsyncIterable<History | HistoryProblem> {
  const name = file.name.replace(/^.*[\\/]/, '');
  if (name.endsWith('.compaction.json')) return;
  const problems: HistoryProblem[] = [];
  const stem = name.replace(/\.messages\.json$|\.json$/i, '');
  const session = await readMessages(file, stem, problems, signal);
  if (!session) {
    yield* problems;
    yield { file: file.name, line: null, message: say`It is not a Cline session` };
    return;
  }
  const agents = await readTeammates(file, name, session, problems, signal);
  yield { ...session.history, agents, problems };
}

interface SessionFile {
  history: History;
  /** The session that the file names, whichever of its agents wrote it; empty: none. */
  sessionId: string;
}

async function readMessages(
  file: HistoryFile,
  stem: string,
  problems: HistoryProblem[],
  signal: AbortSignal,
): Promise<SessionFile | null> {
  const split = splitObject(file, 'messages', maxBytes);
  const reader = createClineReader(file.name, problems);
  const compaction = await objectIn(file, `${stem}.compaction.json`, maxCompactionBytes);
  if (compaction) reader.compaction(compaction);
  for await (const { item, problem } of readJsonItems(split.file, signal)) {
    const line = (split.line() || 1) + ((item ?? problem).line ?? 1) - 1;
    if (problem) problems.push({ ...problem, line: problem.line === null ? null : line });
    else reader.take(line, item.value);
  }
  if (split.line() === 0) return null;
  const facts = (await objectIn(file, `${stem}.json`, maxFactsBytes)) ?? {};
  const rest = split.rest() ?? {};
  const agent = textOrEmpty(rest.agent);
  const sessionId = textOrEmpty(rest.sessionId);
  const session = agent === '' || agent === 'lead' ? sessionId || stem : stem;
  const history = await reader.history({ session, title: clineTitle(facts), folder: textOrEmpty(facts.cwd) || null });
  return { history, sessionId };
}

/** Other agents of the same session; which call started them is not recorded. A folder may hold other sessions, too. */
async function readTeammates(
  file: HistoryFile,
  fileName: string,
  { history: { session, folder }, sessionId }: SessionFile,
  problems: HistoryProblem[],
  signal: AbortSignal,
): Promise<HistoryAgent[]> {
  if (fileName !== `${session}.messages.json`) return [];
  const agents: HistoryAgent[] = [];
  for (const sibling of (await file.namesIn('.')).slice(0, maxTeammates)) {
    const stem = /^(.+)\.messages\.json$/.exec(sibling)?.[1];
    const teammate = stem === undefined || stem === session ? null : await file.resolve(sibling);
    const found: HistoryProblem[] = [];
    const other = teammate && stem !== undefined ? await readMessages(teammate, stem, found, signal) : null;
    if (other === null || sessionId === '' || other.sessionId !== sessionId) continue;
    problems.push(...found);
    const { history } = other;
    if (history.messages.length > 0)
      agents.push({ history: { ...history, folder: history.folder ?? folder }, call: null });
  }
  return agents;
}

async function objectIn(file: HistoryFile, name: string, max: number): Promise<JsonObject | null> {
  const other = await file.resolve(name).catch(() => null);
  const parsed = parseLooseJson((await other?.text(max).catch(() => null)) ?? '');
  return jsonObjectOrNull('value' in parsed ? parsed.value : null);
}
