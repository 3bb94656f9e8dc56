// Opens an agent's session for the next prompt, and decides what the prompt contains: only what is new, if the session
// knows the conversation; else the history as text before the user's message.

import type { Message, Todo } from '../../../shared/conversation/message.ts';
import { continueText } from '../../../shared/conversation/repair.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say, textOf, toUserTextData } from '../../../shared/core/sentence.ts';
import type { AgentContinuation } from '../../../shared/features/externalAgents/externalAgent.ts';
import type { AgentHandlers, AgentPromptPart, AgentSession } from '../../ports/externalAgents.ts';
import type { StoredBranch } from '../../ports/store.ts';
import { noteRecord } from '../notices.ts';
import type { Run } from '../run/run.ts';
import { historyPart, promptParts } from './agentPrompt.ts';
import { AgentRun } from './agentRun.ts';
import { type AgentMeta, agentMetaOf, withAgentMeta } from './agentSessions.ts';
import { historyText } from './history.ts';
import { idleHandlers } from './idleHandlers.ts';
import { lateNote, lateText } from './lateUpdates.ts';
import { isAnswer, isOf, lastUserMessage, newForAgent } from './newForAgent.ts';
import { followPlanMode } from './planMode.ts';
import { replayDifferences, replayNote } from './replay.ts';
import { applySessionUpdate } from './sessionUpdates.ts';

export interface OpenedAgent {
  agentRun: AgentRun;
  /** The last record before the prompt. */
  headId: string | null;
  parts: AgentPromptPart[];
}

/** `isLost`: its earlier session could not be prompted, so another one is opened. */
export async function openAgent(run: Run, agentId: string, isLost: boolean): Promise<Result<OpenedAgent>> {
  const { deps, conversationId } = run;
  const branch = await deps.store.readBranch(conversationId, 'context');
  if (!branch.ok) return branch;
  const info = await deps.externalAgents.find(agentId);
  const name = info?.name ?? agentId;
  const meta = agentMetaOf(branch.value.meta, agentId);
  const isKnown =
    !isLost && meta.sessionId !== null && (await knowsOnlyBranch(run, branch.value, meta.sessionId, meta.lastId));
  const opened = await openSession(run, agentId, isKnown ? meta : { ...meta, sessionId: null });
  if (!opened.ok) return opened;
  const session = opened.value;
  const continues = isKnown && session.reached !== 'new' && session.sessionId === meta.sessionId;
  const agentRun = new AgentRun(run, { id: agentId, name }, session, {
    todos: todosOf(branch.value.messages),
    cost: (continues && meta.cost) || null,
  });
  const place = continues ? { sessionId: session.sessionId, lastId: meta.lastId } : null;
  const { summary, missed, prompt } = newForAgent(branch.value, place);
  const isTold = missed.length > 0 || summary !== null;
  const planned = await followPlanMode(run, { id: agentId, name }, session, branch.value);
  if (!planned.ok) return planned;
  const notes = notesOf({ name, known: meta, isLost, isKnown, continues, isTold, session, branch: branch.value });
  const late = deps.agentSessions.takeLate(conversationId);
  if (late !== null) notes.unshift(lateNote(name, late));
  const refused = await noteRefused(run, agentId, name, session);
  if (refused) notes.push(refused);
  if (planned.value) notes.push(planned.value);
  const earlier = await deps.agentSessions.info(conversationId);
  const context = continues && earlier.ok ? earlier.value?.context : undefined;
  const continuation: AgentContinuation = continues ? session.reached : isTold ? 'history' : 'new';
  deps.agentSessions.note(conversationId, session, {
    agentId,
    sessionId: session.sessionId,
    options: [...session.options()],
    commands: [...session.commands()],
    continuation,
    notes: notes.map(toUserTextData),
    ...(context ? { context } : {}),
  });
  let headId = branch.value.headId;
  for (const note of notes) {
    const stored = await run.append(noteRecord(note));
    if (!stored.ok) return stored;
    headId = stored.value.id;
  }
  const messages = prompt.length > 0 ? prompt : again(branch.value.messages, session.sessionId);
  const parts = [
    ...(isTold ? [historyPart(historyText(summary, missed), session.takes)] : []),
    ...(await promptParts(deps, conversationId, messages, session.takes)),
  ];
  if (parts.length === 0) parts.push({ type: 'text', text: continueText });
  return ok({ agentRun, headId, parts });
}

/** Forgets the options that the session did not take, and notes it once. */
async function noteRefused(
  { deps, conversationId }: Run,
  agentId: string,
  name: string,
  { refused }: AgentSession,
): Promise<Sentence | null> {
  if (refused.length === 0) return null;
  const ids = new Set(refused.map(({ id }) => id));
  await deps.store.updateMeta(conversationId, (meta) =>
    withAgentMeta(meta, agentId, (known) => ({
      ...known,
      options: Object.fromEntries(Object.entries(known.options).filter(([id]) => !ids.has(id))),
    })),
  );
  return say`${name} did not take your choice and uses its own: ${say.list(refused.map((option) => `${option.name} ${option.value}`))}.`;
}

/** Nothing is new: the message that got no answer, else a request to continue. */
function again(messages: readonly Message[], sessionId: string): Message[] {
  const last = lastUserMessage(messages);
  if (last === null) return [];
  const since = messages.slice(messages.indexOf(last) + 1);
  const isAnswered = since.some((message) => isOf(message, sessionId) && isAnswer(message));
  return isAnswered ? [] : [last];
}

/**
 * False if the conversation was rewound, edited or forked below what the session knows: its last noted record, or, after
 * a crash in the middle of a turn, a later record of its own.
 */
async function knowsOnlyBranch(
  { deps, conversationId }: Run,
  { messages, headId }: StoredBranch,
  sessionId: string,
  lastId: string | null,
): Promise<boolean> {
  // It may be before the last summary.
  const isThere = lastId === null || messages.some(({ id }) => id === lastId);
  if (!isThere && !(await deps.store.readAround(conversationId, lastId, 1)).ok) return false;
  const tree = await deps.store.readTree(conversationId);
  if (!tree.ok) return false;
  const others = besideBranch(tree.value, headId, lastId);
  if (others.length === 0) return true;
  const read = await deps.store.readMessages(conversationId, others);
  return read.ok && !read.value.some((message) => isOf(message, sessionId) && isAnswer(message));
}

/** Ids of the records after one of the branch (null: all) that are not on the branch. */
function besideBranch(
  tree: readonly { id: string; parentId: string | null }[],
  headId: string | null,
  afterId: string | null,
): string[] {
  const parents = new Map(tree.map(({ id, parentId }) => [id, parentId]));
  const branch = new Set<string>();
  for (let id = headId; id !== null && !branch.has(id); id = parents.get(id) ?? null) branch.add(id);
  // Parents come before their children.
  const later = new Set<string | null>([afterId]);
  return tree.flatMap(({ id, parentId }) => {
    if (!later.has(parentId)) return [];
    later.add(id);
    return branch.has(id) ? [] : [id];
  });
}

async function openSession(
  run: Run,
  agentId: string,
  { sessionId, options }: AgentMeta,
): Promise<Result<AgentSession>> {
  const { deps, conversationId, settings, signal } = run;
  const { projectId, folder, trusted } = settings;
  const waiting = (starting: string[]): void => {
    const named = starting.length > 0 ? { starting } : {};
    if (!signal.aborted) deps.hub.publish(conversationId, { type: 'run.phase', phase: 'model', ...named });
  };
  const opened = await deps.externalAgents.openSession({
    ...{ agentId, conversationId, projectId, folder, trusted, previous: sessionId, options, signal },
    handlers: outsideOfTurns(run),
    progress: (text) => waiting([textOf(text)]),
  });
  waiting([]);
  return opened;
}

/** While no prompt is open, an agent may only report about its session. */
function outsideOfTurns(run: Run): AgentHandlers {
  return idleHandlers(async (update) => {
    if (await applySessionUpdate(run, update)) return;
    const text = lateText(update);
    if (text !== null) run.deps.agentSessions.addLate(run.conversationId, text);
  });
}

interface Situation {
  name: string;
  known: AgentMeta;
  isLost: boolean;
  /** Its earlier session may know this branch. */
  isKnown: boolean;
  continues: boolean;
  /** The prompt contains history. */
  isTold: boolean;
  session: AgentSession;
  branch: StoredBranch;
}

/** Explains how the agent came to know the conversation, unless that is obvious. */
function notesOf({ name, known, isLost, isKnown, continues, isTold, session, branch }: Situation): Sentence[] {
  if (continues) {
    const differences = session.replay
      ? replayDifferences(name, session.replay, branch.messages, session.sessionId)
      : [];
    return [
      ...(isTold && known.lastId === null ? [say`${name} was given the conversation so far as text.`] : []),
      ...(isTold && known.lastId !== null ? [say`${name} was given what was said since its last reply.`] : []),
      ...(differences.length > 0 ? [replayNote(differences)] : []),
    ];
  }
  if (!isTold) return [];
  if (known.sessionId === null) return [say`${name} was given the conversation so far as text.`];
  const howItContinues = say`It continues in a new session, with the conversation so far as text.`;
  if (isLost) return [say.all([say`${name} no longer had its earlier session.`, howItContinues])];
  if (!isKnown) return [say.all([say`The conversation was changed before the last reply of ${name}.`, howItContinues])];
  return session.lost
    ? [say.all([say`${name} could not reopen its earlier session: ${session.lost}`, howItContinues])]
    : [say.all([say`${name} could not reopen its earlier session.`, howItContinues])];
}

function todosOf(messages: readonly Message[]): Todo[] {
  const last = messages.findLast((message) => message.role === 'tool' && message.details?.todos !== undefined);
  return last?.role === 'tool' ? (last.details?.todos?.after ?? []) : [];
}
