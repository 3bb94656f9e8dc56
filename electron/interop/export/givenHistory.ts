// A conversation of ours as a writer of another format is given it: the open branch, with its agents, and its large results when
// they are asked for.

import type { AssistantMessage, Message, ToolMessage } from '../../../shared/conversation/message.ts';
import { deriveTitle } from '../../../shared/conversation/title.ts';
import { fail, ok, type Result } from '../../../shared/errors.ts';
import { say } from '../../../shared/sentence.ts';
import type { ConversationStore } from '../../ports/store.ts';
import type { GivenHistory } from '../history.ts';

type Store = Pick<
  ConversationStore,
  'readBranch' | 'readLater' | 'readToolResult' | 'readAttachment' | 'getProject' | 'listConversation'
>;

export interface GivingOptions {
  /** The app's version. */
  version: string;
  /** The id under which a conversation is written. */
  idFor(conversationId: string): string;
  signal: AbortSignal;
  /** Bytes of a large result from which on it is cut; default: it is whole. */
  mostResult?: number;
}

const pageSize = 500;
const pageBytes = 4 * 1024 * 1024;
const resultBytes = 1024 * 1024;
/** Agents of agents of agents are as deep as ours go. */
const deepest = 8;

/** CANCELLED when the signal aborts. */
export async function givenHistory(
  store: Store,
  conversationId: string,
  options: GivingOptions,
  depth = 0,
): Promise<Result<GivenHistory>> {
  const branch = await store.readBranch(conversationId, { tail: 1 });
  if (!branch.ok) return branch;
  const messages: Message[] = [];
  for (let after: string | null = null, more = true; more; ) {
    if (options.signal.aborted) return fail('CANCELLED', say`The export was stopped.`);
    const page = await store.readLater(conversationId, after, pageSize, {
      enoughBytes: pageBytes,
      signal: options.signal,
    });
    if (!page.ok) return page;
    messages.push(...page.value.messages);
    after = page.value.messages.at(-1)?.id ?? after;
    more = page.value.hasLater && page.value.messages.length > 0;
  }
  const project = await store.getProject(branch.value.projectId);
  const row = await store.listConversation(conversationId);
  const agents = depth < deepest ? await agentsOf(store, messages, options, depth) : [];
  return ok({
    id: options.idFor(conversationId),
    title: branch.value.meta.title || (row.ok && row.value?.title) || deriveTitle(messages),
    folder: project.ok ? project.value.folder : null,
    model: messages.findLast(isReply)?.model ?? null,
    messages,
    headId: messages.at(-1)?.id ?? null,
    agents,
    result: (message) => wholeResult(store, conversationId, message, options.mostResult),
    async attachment(hash) {
      const bytes = await store.readAttachment(conversationId, hash);
      return bytes.ok ? bytes.value : null;
    },
    version: options.version,
  });
}

/** A run of a conversation: some of its records, with the agents that they started. */
export async function givenRun(
  store: Store,
  conversationId: string,
  messages: readonly Message[],
  options: GivingOptions,
): Promise<GivenHistory> {
  return {
    id: options.idFor(conversationId),
    title: '',
    folder: null,
    model: messages.findLast(isReply)?.model ?? null,
    messages,
    headId: messages.at(-1)?.id ?? null,
    agents: await agentsOf(store, messages, options, 0),
    result: (message) => wholeResult(store, conversationId, message, options.mostResult),
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
  options: GivingOptions,
  depth: number,
): Promise<GivenHistory['agents']> {
  const agents: { given: GivenHistory; call: { messageId: string; index: number } | null }[] = [];
  for (const message of messages) {
    if (message.role !== 'tool' || !message.details?.agent) continue;
    const given = await givenHistory(store, message.details.agent.conversationId, options, depth + 1);
    // One that is no longer there is missing in the copy, too.
    if (given.ok) agents.push({ given: given.value, call: callOf(messages, message) });
  }
  return agents;
}

function callOf(messages: readonly Message[], result: ToolMessage): { messageId: string; index: number } | null {
  for (const message of messages) {
    const index =
      message.role === 'assistant' ? (message.tool_calls ?? []).findIndex(({ id }) => id === result.tool_call_id) : -1;
    if (index >= 0) return { messageId: message.id, index };
  }
  return null;
}

async function wholeResult(
  store: Store,
  conversationId: string,
  message: Message,
  most = Number.POSITIVE_INFINITY,
): Promise<string> {
  if (message.role !== 'tool') return '';
  if (message.fullOutputPath === undefined) return message.content;
  let text = '';
  for (let at: number | null = 0; at !== null && at < most; ) {
    const page = await store.readToolResult(conversationId, message.id, at, Math.min(resultBytes, most - at));
    // What is no longer there is what the message kept of it.
    if (!page.ok) return message.content;
    text += page.value.text;
    at = page.value.nextOffset;
  }
  return text;
}
