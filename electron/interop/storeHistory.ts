// Stores an imported conversation in the project of its folder, with its agents below their calls.

import { callsOf, type Message } from '../../shared/conversation/message.ts';
import { type AppError, fail, ok, type Result } from '../../shared/core/errors.ts';
import { restoreSentence } from '../../shared/core/sentence.ts';
import { programNames } from '../../shared/features/import/otherApps.ts';
import type { ConversationDirectory, ConversationWriter, ProjectStore } from '../ports/store.ts';
import type { History, HistoryProblem } from './history.ts';
import { importedId } from './importedId.ts';

export type HistoryStore = Pick<ConversationWriter, 'importConversation' | 'growConversation'> &
  Pick<ConversationDirectory, 'conversationIds'> &
  Pick<ProjectStore, 'openProject' | 'openFolderlessProject' | 'listProjects'>;

/** A call in our conversation. */
export interface CallPosition {
  conversationId: string;
  messageId: string;
  index: number;
}

export interface StoredAs {
  conversationId: string;
  /** The file is in the app's own folder. */
  isOwn: boolean;
  /** For agents: the call that started it. */
  parent: CallPosition | null;
  /** Projects found so far: an import may have thousands of conversations in few folders. */
  projects: Map<string, string>;
}

/** Resolves to the error; null on success. */
export async function storeHistory(
  store: HistoryStore,
  history: History,
  { conversationId, isOwn, parent, projects }: StoredAs,
): Promise<HistoryProblem | null> {
  const { title, tags = [], headId, attachments } = history;
  const project = await projectOf(store, history.folder, isOwn, projects);
  const messages = messagesToStore(history, parent);
  const storing = project.ok
    ? await store.importConversation({
        ...{ conversationId, projectId: project.value, title, tags, messages, headId, attachments },
      })
    : project;
  return storing.ok ? null : toHistoryProblem(history, storing.error);
}

/** Appends new messages to a conversation imported earlier. */
export function growHistory(
  store: HistoryStore,
  history: History,
  { conversationId, parent }: StoredAs,
  dryRun: boolean,
): Promise<Result<{ added: number }>> {
  const { headId, attachments } = history;
  return store.growConversation(
    { conversationId, messages: messagesToStore(history, parent), headId, attachments },
    { dryRun },
  );
}

export function toHistoryProblem({ program, session }: History, error: AppError): HistoryProblem {
  return {
    file: `${programNames[program]} ${session}`,
    line: null,
    message: restoreSentence(error.message, error.said),
  };
}

/** `idOf`: maps the app's session id to our conversation id. */
export function messagesToStore(
  history: History,
  parent: CallPosition | null,
  idOf = (session: string): string => importedId(history.program, session),
): Message[] {
  return withAgents(parent ? withParent(history.messages, parent) : history.messages, history, idOf);
}

/** Uses only projects that the user has already opened: an imported file must not choose a working folder. */
async function projectOf(
  store: HistoryStore,
  folder: string | null,
  isOwn: boolean,
  projects: Map<string, string>,
): Promise<Result<string>> {
  const key = JSON.stringify([folder, isOwn]);
  const before = projects.get(key);
  if (before !== undefined) return ok(before);
  const projectId = await findProject(store, folder, isOwn);
  if (projectId.ok) projects.set(key, projectId.value);
  return projectId;
}

async function findProject(store: HistoryStore, folder: string | null, isOwn: boolean): Promise<Result<string>> {
  const project =
    folder === null ? undefined : (await store.listProjects()).find((project) => project.folder === folder);
  if (project) return ok(project.id);
  const opened = folder !== null && isOwn ? await store.openProject(folder) : null;
  if (opened?.ok) return ok(opened.value.id);
  const without = await store.openFolderlessProject();
  return without.ok ? ok(without.value.id) : without;
}

/** Links calls to their agents' imported conversations; removes links to agents that were not imported. */
function withAgents(messages: readonly Message[], { agents }: History, idOf: (session: string) => string): Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const byCall = new Map<string, string>();
  for (const { history, call } of agents) {
    const caller = call && byId.get(call.messageId);
    const id = caller && callsOf(caller)[call.index]?.id;
    if (id) byCall.set(id, idOf(history.session));
  }
  return messages.map((message) => {
    if (message.role !== 'tool') return message;
    const { agent, ...details } = message.details ?? {};
    const conversationId = byCall.get(message.tool_call_id);
    if (conversationId) return { ...message, details: { ...details, agent: { ...agent, conversationId } } };
    return agent ? { ...message, details } : message;
  });
}

/** Marks an agent's conversation as a child, as for our own agents. */
function withParent(messages: readonly Message[], by: CallPosition): Message[] {
  return messages.map((message, at) =>
    at === 0
      ? { ...message, origin: { ...message.origin, ...by, type: 'sub-agent', imported: message.origin } }
      : message,
  );
}

/** Imports a top-level session with its agents, or appends what is new. Returns our id. */
export async function storeOrGrow(
  store: HistoryStore,
  history: History,
  parent: CallPosition | null = null,
): Promise<Result<{ conversationId: string }>> {
  const conversationId = importedId(history.program, history.session);
  const as: StoredAs = { conversationId, isOwn: true, parent, projects: new Map() };
  const grown = await growHistory(store, history, as, false);
  if (!grown.ok) {
    if (grown.error.code !== 'CONVERSATION_NOT_FOUND') return grown;
    const problem = await storeHistory(store, history, as);
    if (problem) return fail('STORE_WRITE_FAILED', problem.message);
  }
  for (const { history: agent, call } of history.agents) {
    const agentId = await storeOrGrow(store, agent, call && { conversationId, ...call });
    if (!agentId.ok) return agentId;
  }
  return ok({ conversationId });
}
