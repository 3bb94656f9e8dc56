// A scripted host: a contract server with canned snapshots over a memory transport. Answers from its script, numbers events
// like the real host, and records requests. For the gallery and tests.

import { type Connection, type Handlers, serve } from '../../electron/lib/protocolServer.ts';
import { applyAppEvent } from '../../renderer/core/state/appStore.ts';
import { type AppEvent, type MethodName, methods } from '../../shared/contract.ts';
import { applyEvent } from '../../shared/conversation/applyEvent.ts';
import { chainSummary } from '../../shared/conversation/callSummaries.ts';
import type { ConversationEvent, ConversationState } from '../../shared/conversation/event.ts';
import { fail, ok } from '../../shared/core/errors.ts';
import type { AppSnapshot } from '../../shared/features/start/methods.ts';
import type { Transport } from '../../shared/protocol/transport.ts';
import { memoryTransport } from '../../test/support/memoryTransport.ts';
import { pageHandlers } from './pageHandlers.ts';

export interface ScriptedHost {
  /** A new transport to this host. */
  connect(): Transport;
  /** Closes every connection, like a host that exits. */
  drop(): void;
  snapshot(): AppSnapshot;
  conversation(id: string): ConversationState | undefined;
  publish(event: AppEvent): void;
  publishTo(conversationId: string, event: ConversationEvent): void;
  /** Changes the state and its event number without sending the event, so that followers miss one. */
  lose(conversationId: string, event: ConversationEvent): void;
  /** Adds or replaces a conversation in the script. */
  place(state: ConversationState): void;
  calls: { method: MethodName; params: unknown }[];
}

const maxCalls = 2000;

export interface ScriptedHostOptions {
  snapshot: AppSnapshot;
  conversations?: ConversationState[];
  handlers?: Partial<Handlers>;
}

export function createScriptedHost(options: ScriptedHostOptions): ScriptedHost {
  let app = options.snapshot;
  const conversations = new Map(options.conversations?.map((state) => [state.conversationId, state]));
  const connections = new Set<{ connection: Connection; open: Set<string> }>();
  const transports = new Set<Transport>();
  const calls: ScriptedHost['calls'] = [];

  function apply(conversationId: string, event: ConversationEvent): number {
    const state = conversations.get(conversationId);
    if (!state) throw new Error(`No conversation ${conversationId} in the script.`);
    const seq = state.seq + 1;
    conversations.set(conversationId, applyEvent(state, seq, event));
    return seq;
  }

  function publish(event: AppEvent): void {
    app = applyAppEvent(app, app.seq + 1, event);
    for (const { connection } of connections) connection.publish({ conversationId: null, seq: app.seq, event });
  }

  function publishTo(conversationId: string, event: ConversationEvent): void {
    const seq = apply(conversationId, event);
    for (const { connection, open } of connections) {
      if (open.has(conversationId)) connection.publish({ conversationId, seq, event });
    }
  }

  const scripted: Partial<Handlers> = {
    'chain.read': async ({ conversationId }) => {
      const state = conversations.get(conversationId);
      if (!state) return fail('CONVERSATION_NOT_FOUND', 'Not in the script.');
      const { calls: rows, turns } = chainSummary(conversationId, state.messages);
      return ok({ calls: rows, turns, total: rows.length, cursor: null });
    },
    'app.open': async (_params, connection) => {
      const entry = { connection, open: new Set<string>() };
      connections.add(entry);
      connection.keep('app', () => connections.delete(entry));
      return ok(app);
    },
    'conversation.open': async ({ conversationId, tail }, connection) => {
      const state = conversations.get(conversationId);
      if (!state) return fail('CONVERSATION_NOT_FOUND', 'There is no such conversation. Nothing was changed.');
      const entry = { connection, open: new Set([conversationId]) };
      connections.add(entry);
      connection.keep(`conversation:${conversationId}`, () => connections.delete(entry));
      const from = Math.max(0, state.messages.length - tail);
      return ok(from === 0 ? state : { ...state, messages: state.messages.slice(from), hasEarlier: true });
    },
    ...pageHandlers((id) => conversations.get(id)?.messages ?? []),
    'conversation.close': async ({ conversationId }, connection) => {
      connection.release(`conversation:${conversationId}`);
      return ok({});
    },
    async 'conversation.saveDraft'({ conversationId, writer, ...wish }) {
      const state = conversations.get(conversationId);
      const { draft = state?.draft ?? '', attachments = state?.draftAttachments ?? [] } = wish;
      const event = { type: 'draft.changed' as const, draft, attachments, ...(writer === undefined ? {} : { writer }) };
      if (state) publishTo(conversationId, event);
      return ok({ draft });
    },
    'conversation.configure': async () => ok({}),
    'folder.complete': async () => ok({ folders: [] }),
    'project.pick': async () => ok({ path: null, supported: false }),
    'provider.models': async () => ok({ models: [] }),
    'provider.test': async () => ok({ models: [] }),
    'settings.update': async ({ patch }) => {
      const settings = { ...app.settings, ...patch };
      publish({ type: 'settings.changed', settings });
      return ok(settings);
    },
    ...options.handlers,
  };

  function handlers(): Handlers {
    const answer = (name: MethodName) => async (params: unknown, connection: Connection) => {
      // So many calls mean that the window is in a loop.
      if (calls.length >= maxCalls) return fail('INTERNAL', 'The script was asked too often.');
      calls.push({ method: name, params });
      const handler = scripted[name] as ((params: unknown, connection: Connection) => Promise<unknown>) | undefined;
      if (handler) return handler(params, connection);
      return fail('NOT_SUPPORTED', `The script has no answer to ${name}.`);
    };
    return Object.fromEntries((Object.keys(methods) as MethodName[]).map((name) => [name, answer(name)])) as Handlers;
  }

  return {
    calls,
    connect() {
      const { client, server } = memoryTransport();
      transports.add(server);
      serve(server, {
        handlers: handlers(),
        queue: { run: (_lane, task) => task() },
        onDefect: (method, thrown) => {
          throw new Error(`${method}: ${String(thrown)}`);
        },
      });
      return client;
    },
    drop() {
      for (const transport of transports) transport.close();
      transports.clear();
    },
    snapshot: () => app,
    conversation: (id) => conversations.get(id),
    publish,
    publishTo,
    place: (state) => void conversations.set(state.conversationId, state),
    lose: (conversationId, event) => void apply(conversationId, event),
  };
}
