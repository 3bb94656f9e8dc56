// Loads a conversation for writers: one or all branches, its agents, and large results on demand.

import { type AssistantMessage, callsOf, type Message, type ToolMessage } from '../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';
import { deriveTitle } from '../conversation/title.ts';
import type {
  AttachmentStore,
  CallStore,
  ConversationDirectory,
  ConversationReader,
  ProjectStore,
} from '../ports/store.ts';
import type { ExportSource } from './history.ts';

type Store = Pick<ConversationReader, 'readBranch' | 'readLater' | 'readTree' | 'readMessages'> &
  Pick<AttachmentStore, 'readAttachment'> &
  Pick<CallStore, 'readToolResult'> &
  Pick<ConversationDirectory, 'listConversation'> &
  Pick<ProjectStore, 'workingFolder'>;

export interface ExportSourceOptions {
  /** The app's version. */
  version: string;
  /** Returns the id to write a conversation under. */
  idFor(conversationId: string): string;
  /** Absent: only the current branch. */
  allBranches?: boolean;
  signal: AbortSignal;
  /** Truncates results to this many bytes; default: unlimited. */
  maxResult?: number;
}

const pageSize = 500;
const pageBytes = 4 * 1024 * 1024;
const resultBytes = 1024 * 1024;
/** Maximum nesting of agents, the same as in the app. */
const deepest = 8;

/** CANCELLED if the signal aborts. */
export async function loadExportSource(
  store: Store,
  conversationId: string,
  options: ExportSourceOptions,
  depth = 0,
): Promise<Result<ExportSource>> {
  const branch = await store.readBranch(conversationId, { tail: 1 });
  if (!branch.ok) return branch;
  const open: Message[] = [];
  for (let after: string | null = null, more = true; more; ) {
    if (options.signal.aborted) return fail('CANCELLED', say`The export was stopped.`);
    const page = await store.readLater(conversationId, after, pageSize, {
      enoughBytes: pageBytes,
      signal: options.signal,
    });
    if (!page.ok) return page;
    open.push(...page.value.messages);
    after = page.value.messages.at(-1)?.id ?? after;
    more = page.value.hasLater && page.value.messages.length > 0;
  }
  const tree = options.allBranches ? await withOtherBranches(store, conversationId, open, options.signal) : ok(open);
  if (!tree.ok) return tree;
  const messages = tree.value;
  const workingFolder = await store.workingFolder(branch.value);
  const row = await store.listConversation(conversationId);
  const agents = depth < deepest ? await agentsOf(store, messages, options, depth) : [];
  return ok({
    id: options.idFor(conversationId),
    title: branch.value.meta.title || (row.ok && row.value?.title) || deriveTitle(open),
    folder: workingFolder.ok ? (workingFolder.value.folder ?? workingFolder.value.project.folder) : null,
    model: open.findLast(isReply)?.model ?? null,
    messages,
    headId: open.at(-1)?.id ?? null,
    agents,
    result: (message) => fullResult(store, conversationId, message, options.maxResult),
    async attachment(hash) {
      const bytes = await store.readAttachment(conversationId, hash);
      return bytes.ok ? bytes.value : null;
    },
    version: options.version,
  });
}

/** All messages in log order. Children of an unreadable message follow its predecessor. */
async function withOtherBranches(
  store: Store,
  conversationId: string,
  open: readonly Message[],
  signal: AbortSignal,
): Promise<Result<Message[]>> {
  const tree = await store.readTree(conversationId, signal);
  if (!tree.ok) return tree;
  const branchById = new Map(open.map((message) => [message.id, message]));
  const otherIds = tree.value.flatMap(({ id }) => (branchById.has(id) ? [] : [id]));
  if (otherIds.length === 0) return ok([...open]);
  const read = await store.readMessages(conversationId, otherIds);
  if (!read.ok) return read;
  for (const message of read.value) branchById.set(message.id, message);
  const parentIds = new Map<string, string | null>();
  const messages: Message[] = [];
  for (const { id, parentId } of tree.value) {
    const message = branchById.get(id);
    const parent = parentId === null ? null : (parentIds.get(parentId) ?? null);
    parentIds.set(id, message ? id : parent);
    if (message) messages.push({ ...message, parentId: parent });
  }
  return ok(messages);
}

/** Part of a conversation with the agents that it started. */
export async function exportSourceOfRun(
  store: Store,
  conversationId: string,
  messages: readonly Message[],
  options: ExportSourceOptions,
): Promise<ExportSource> {
  return {
    id: options.idFor(conversationId),
    title: '',
    folder: null,
    model: messages.findLast(isReply)?.model ?? null,
    messages,
    headId: messages.at(-1)?.id ?? null,
    agents: await agentsOf(store, messages, options, 0),
    result: (message) => fullResult(store, conversationId, message, options.maxResult),
    attachment: async () => null,
    version: options.version,
  };
}

function isReply(message: Message): message is AssistantMessage {
  return message.role === 'assistant' && message.model !== undefined;
}

async function agentsOf(
  store: Store,
  messages: readonly Message[],
  options: ExportSourceOptions,
  depth: number,
): Promise<ExportSource['agents']> {
  const agents: { source: ExportSource; call: { messageId: string; index: number } | null }[] = [];
  const byId = new Map(messages.map((message) => [message.id, message]));
  for (const message of messages) {
    if (message.role !== 'tool' || !message.details?.agent) continue;
    const agent = await loadExportSource(store, message.details.agent.conversationId, options, depth + 1);
    // Skip deleted agents.
    if (agent.ok) agents.push({ source: agent.value, call: callOf(byId, message) });
  }
  return agents;
}

/** The nearest earlier call with its id. */
function callOf(byId: ReadonlyMap<string, Message>, result: ToolMessage): { messageId: string; index: number } | null {
  const passedMessages = new Set<Message>();
  for (let at = byId.get(result.parentId ?? ''); at && !passedMessages.has(at); at = byId.get(at.parentId ?? '')) {
    passedMessages.add(at);
    const index = callsOf(at).findIndex(({ id }) => id === result.tool_call_id);
    if (index >= 0) return { messageId: at.id, index };
  }
  return null;
}

async function fullResult(
  store: Store,
  conversationId: string,
  message: Message,
  max = Number.POSITIVE_INFINITY,
): Promise<string> {
  if (message.role !== 'tool') return '';
  if (message.fullOutputPath === undefined) return message.content;
  let text = '';
  for (let at: number | null = 0; at !== null && at < max; ) {
    const page = await store.readToolResult(conversationId, message.id, at, Math.min(resultBytes, max - at));
    // If the file is gone, use the excerpt in the message.
    if (!page.ok) return message.content;
    text += page.value.text;
    at = page.value.nextOffset;
  }
  return text;
}
