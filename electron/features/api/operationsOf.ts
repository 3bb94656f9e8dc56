// The operations of the API over the engine. The routes and the MCP server call them after they have checked the caller's
// scope; an operation only asks whether the caller may read calls.

import type { ApprovalRequest, ConversationState } from '../../../shared/conversation/event.ts';
import { callsOf, type ErrorInfo, type Message, textOf } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { InputOf, OperationName, OutputOf, Scope } from '../../../shared/features/api/operations.ts';
import type { Approvals } from '../../chat/approvals.ts';
import type { ChatHandler } from '../../chat/chatHandler.ts';
import type { ConversationHub } from '../../chat/conversationHub.ts';
import { maskDeep } from '../../lib/maskDeep.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { ConversationSearch } from '../../ports/search.ts';
import type { ConversationStore } from '../../ports/store.ts';
import { joinedProjects } from '../joinedProjects.ts';
import { maskedStart, readMaskedPage, withoutCutWords } from './maskedText.ts';
import { errorView, isWindowOnly, messageView, resultView, runStateOf, summaryOf, waitingOf } from './views.ts';

/** Who calls. */
export interface Caller {
  id: string;
  name: string;
  scopes: ReadonlySet<Scope>;
}

export type RunOperation = {
  [Name in OperationName]: (
    input: InputOf<Name>,
    caller: Caller,
    signal: AbortSignal,
  ) => Promise<Result<OutputOf<Name>>>;
};

export interface OperationParts {
  store: ConversationStore;
  hub: ConversationHub;
  chat: Pick<ChatHandler, 'send' | 'stop'>;
  search: ConversationSearch;
  approvals: Approvals;
  /** Masks secrets in everything that is returned. */
  mask: SecretMask;
  /** How the last run of a conversation ended; null: unknown. */
  lastEnd(conversationId: string): LastRun | null;
}

export interface LastRun {
  end: NonNullable<OutputOf<'getRun'>['end']>;
  error?: ErrorInfo;
}

/** Bytes of a long result in one response. */
const resultPageBytes = 64 * 1024;
/** Records read to find the last reply, or a call's result. */
const tailLength = 200;

const readsCalls = ({ scopes }: Caller) => scopes.has('calls:read');

export function createOperations(parts: OperationParts): RunOperation {
  const { store, hub, chat, search, approvals, mask } = parts;
  const masked = <T>(value: T): { ok: true; value: T } => ok(maskDeep(mask, value));

  /** An answered approval stays in the state until its call continues. */
  function withoutAnswered(state: ConversationState | null): ConversationState | null {
    if (!state?.calls.some(({ approval }) => approval)) return state;
    const isOpen = ({ approvalId, agent }: ApprovalRequest): boolean =>
      [state.conversationId, agent?.conversationId ?? ''].some((id) => approvals.find(id, approvalId) !== null);
    const calls = state.calls.map(({ approval, ...call }) => {
      if (!approval) return call;
      return isOpen(approval) ? { ...call, approval } : { ...call, state: 'running' as const };
    });
    return { ...state, calls };
  }

  async function begin(conversationId: string, text: string, overrides = {}): Promise<Result<OutputOf<'sendMessage'>>> {
    const sent = await chat.send(conversationId, text, overrides);
    if (!sent.ok) return sent;
    const { messageId, queued } = sent.value;
    return ok({ conversationId, messageId, queued });
  }

  async function statusOf(conversationId: string, caller: Caller): Promise<Result<OutputOf<'getRun'>>> {
    const loaded = await hub.load(conversationId);
    if (!loaded.ok) return loaded;
    const current = withoutAnswered(loaded.value);
    const state = runStateOf(current);
    const ended = state === 'idle' ? parts.lastEnd(conversationId) : null;
    // Stopping and answering also return the status.
    const reads = caller.scopes.has('history:read');
    return masked({
      conversationId,
      state,
      end: ended?.end ?? null,
      text: reads && state === 'idle' ? lastReply(loaded.value.messages) : null,
      error: reads && ended?.error ? errorView(ended.error) : null,
      waiting: reads ? waitingOf(current, readsCalls(caller)) : [],
    });
  }

  return {
    async listProjects() {
      const projects = await store.listProjects();
      return masked({ projects: projects.map(({ id, name, folder }) => ({ id, name, folder })) });
    },

    async listConversations({ project, tag, state, cursor, limit }) {
      const rows = await store.listConversations();
      if (!rows.ok) return rows;
      const projects = await joinedProjects(store, project ?? null);
      const matches = rows.value
        .map((row) => summaryOf(row, runStateOf(withoutAnswered(hub.peek(row.id)))))
        .filter((row) => projects === null || projects.includes(row.projectId))
        .filter((row) => tag === undefined || row.tags.includes(tag))
        .filter((row) => state === undefined || row.state === state)
        .map((row) => ({ row, place: `${row.updatedAt}/${row.id}` }))
        .filter(({ place }) => cursor === undefined || place < cursor)
        .sort((one, other) => (one.place < other.place ? 1 : -1));
      const page = matches.slice(0, limit);
      return masked({
        conversations: page.map(({ row }) => row),
        cursor: matches.length > limit ? (page.at(-1)?.place ?? null) : null,
      });
    },

    async getConversation({ conversationId }, caller) {
      const loaded = await hub.load(conversationId);
      if (!loaded.ok) return loaded;
      const { projectId, title, reply, queue } = loaded.value;
      const current = withoutAnswered(loaded.value);
      return masked({
        id: conversationId,
        projectId,
        title,
        state: runStateOf(current),
        streaming: reply ? maskedStart(mask, reply.text) : null,
        waiting: waitingOf(current, readsCalls(caller)),
        queued: queue.length,
      });
    },

    async listMessages({ conversationId, before, limit }, caller) {
      const page = await store.readPage(conversationId, before ?? null, limit);
      if (!page.ok) return page;
      const { messages, hasEarlier } = page.value;
      return masked({
        messages: messages.map((message) => messageView(message, readsCalls(caller))),
        before: hasEarlier ? (messages[0]?.id ?? null) : null,
      });
    },

    async getCall({ conversationId, messageId, index, offset }) {
      const read = await store.readMessage(conversationId, messageId);
      if (!read.ok) return read;
      const call = callsOf(read.value)[index];
      if (!call) return fail('MESSAGE_NOT_FOUND', say`This message has no such call.`);
      const result = await findResult(store, conversationId, messageId, call.id);
      if (!result.ok) return result;
      const text = result.value && (await resultText(store, mask, conversationId, result.value, offset));
      if (text && !text.ok) return text;
      return masked({
        ...{ conversationId, messageId, index, id: call.id },
        ...{ tool: call.function.name, arguments: call.function.arguments },
        result:
          result.value && text ? { ...resultView(result.value), messageId: result.value.id, ...text.value } : null,
      });
    },

    async search({ text, conversation, project, cursor, limit }, caller) {
      const answer = await search.query({
        text,
        projectId: project ?? null,
        projectIds: await joinedProjects(store, project ?? null),
        conversationId: conversation ?? null,
        kinds: readsCalls(caller) ? [] : ['prompt', 'reply', 'title'],
        limit,
        cursor: cursor ?? null,
      });
      if (!answer.ok) return answer;
      const { hits, more, cursor: next, complete } = answer.value;
      return masked({
        hits: hits.map(({ conversationId, title, messageId, role, part, toolName: tool, createdAt, snippet }) => {
          const excerpt = withoutCutWords(mask.text(snippet));
          return { conversationId, title, messageId, role, part, tool, createdAt, snippet: excerpt };
        }),
        cursor: more ? next : null,
        complete,
      });
    },

    async startConversation({ text, project, provider, model }) {
      if ((provider === undefined) !== (model === undefined))
        return fail('PARAMS_INVALID', say`Name both a provider and a model, or neither.`);
      const place = project === undefined ? await store.openFolderlessProject() : await store.getProject(project);
      if (!place.ok) return place;
      const created = await store.createConversation(place.value.id);
      if (!created.ok) return created;
      const overrides = provider === undefined || model === undefined ? {} : { model: { provider, model } };
      return begin(created.value.conversationId, text, overrides);
    },

    sendMessage: ({ conversationId, text }) => begin(conversationId, text),

    async getRun({ conversationId, wait }, caller, signal) {
      const loaded = await hub.load(conversationId);
      if (!loaded.ok) return loaded;
      if (wait > 0) {
        const either = AbortSignal.any([signal, AbortSignal.timeout(wait * 1000)]);
        await untilState(hub, conversationId, (state) => runStateOf(withoutAnswered(state)) !== 'running', either);
      }
      return statusOf(conversationId, caller);
    },

    async stopRun({ conversationId }, caller) {
      const loaded = await hub.load(conversationId);
      if (!loaded.ok) return loaded;
      await chat.stop(conversationId);
      return statusOf(conversationId, caller);
    },

    async answerApproval({ conversationId, approvalId, decision, reason }, caller) {
      const request = approvals.find(conversationId, approvalId);
      if (decision === 'allow' && request && isWindowOnly(request))
        return fail('CONFIRMATION_NEEDED', say`This call can only be allowed in Throughline’s window.`);
      const answered = approvals.answer(conversationId, approvalId, { decision, reason, remember: null, stop: false });
      if (!answered.ok) return answered;
      return statusOf(conversationId, caller);
    },
  };
}

function lastReply(messages: readonly Message[]): string | null {
  const reply = messages.findLast((one) => one.role === 'assistant' && one.partType === undefined && one.content);
  return reply ? textOf(reply) : null;
}

/** Resolves when the state matches, or the signal aborts. */
function untilState(
  hub: ConversationHub,
  conversationId: string,
  matches: (state: ConversationState | null) => boolean,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const letGo = hub.hold(conversationId);
    const finish = (): void => {
      unsubscribe();
      letGo();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const unsubscribe = hub.subscribe(conversationId, () => {
      // The listeners run before or after the state is updated.
      queueMicrotask(() => matches(hub.peek(conversationId)) && finish());
    });
    signal.addEventListener('abort', finish, { once: true });
    if (signal.aborted || matches(hub.peek(conversationId))) finish();
  });
}

/** Returns the call's result; null: it has none yet. */
async function findResult(
  store: ConversationStore,
  conversationId: string,
  messageId: string,
  callId: string,
): Promise<Result<(Message & { role: 'tool' }) | null>> {
  const later = await store.readLater(conversationId, messageId, tailLength);
  if (!later.ok) return later;
  // Another reply may use the same ID for a call of its own.
  for (const message of later.value.messages) {
    if (message.role === 'tool' && message.tool_call_id === callId) return ok(message);
    if (message.role === 'assistant' && callsOf(message).length > 0) break;
  }
  return ok(null);
}

async function resultText(
  store: ConversationStore,
  mask: SecretMask,
  conversationId: string,
  message: Message & { role: 'tool' },
  offset: number,
): Promise<Result<{ text: string; bytes: number | null; nextOffset: number | null }>> {
  if (message.fullOutputPath === undefined)
    return ok({ text: message.content, bytes: message.details?.bytes ?? null, nextOffset: null });
  const page = await readMaskedPage(
    (from, limit) => store.readToolResult(conversationId, message.id, from, limit),
    mask,
    offset,
    resultPageBytes,
  );
  return page.ok
    ? ok({ text: page.value.text, bytes: page.value.totalBytes, nextOffset: page.value.nextOffset })
    : page;
}
