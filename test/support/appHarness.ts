// The whole program without a window: the real core on real files, a fake model server, and a client of the contract.

import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type AppOptions, createApp } from '../../electron/app.ts';
import { silentLog } from '../../electron/lib/log.ts';
import type { McpServers } from '../../electron/mcp/servers.ts';
import type { Confirm } from '../../electron/ports/confirm.ts';
import type { ExternalAgents } from '../../electron/ports/externalAgents.ts';
import { type Native, noNative } from '../../electron/ports/native.ts';
import type { ContractEvent, MethodName, ParamsOf, ResultOf } from '../../shared/contract.ts';
import type { ConversationEvent, RunEnd } from '../../shared/conversation/event.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { ok } from '../../shared/core/errors.ts';
import { englishOnly } from '../../shared/core/sentence.ts';
import { type ContractClient, createClient } from '../../shared/protocol/client.ts';
import { type FakeModelServer, type Reply, startFakeModelServer } from './fakeModelServer.ts';
import { memoryTransport } from './memoryTransport.ts';
import { tokens } from './sharedTokens.ts';
import { tempFolder } from './tempFolder.ts';
import { withoutTitles } from './withoutTitles.ts';

export interface TestApp {
  client: ContractClient;
  model: FakeModelServer;
  dataDir: string;
  folder: string;
  events: ContractEvent[];
  /** Calls the method, and fails the test on an error. */
  call<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<ResultOf<M>>;
  /** Creates and opens a conversation in the folder's project. */
  start(): Promise<string>;
  /** Sends a message and waits for the end of the run. */
  turn(conversationId: string, text: string): Promise<RunEnd>;
  /** Returns the first matching event, from now on or from position `from`. */
  event<T extends ConversationEvent['type']>(
    type: T,
    fits?: (event: ConversationEvent & { type: T }) => boolean,
    from?: number,
  ): Promise<ConversationEvent & { type: T }>;
  /** messages.json, read from disk with a plain JSON parser. */
  rows(conversationId: string): Message[];
  /** The paths of a conversation's files. */
  messagesFile(conversationId: string): string;
  /** Another client of the same app. */
  connect(): ContractClient;
  close(): Promise<void>;
}

export interface TestAppOptions {
  replies?: readonly Reply[];
  otherwise?: Reply;
  dataDir?: string;
  folder?: string;
  model?: FakeModelServer;
  env?: Record<string, string>;
  /** Whether models are asked for titles, as in the app. Default: no. */
  titles?: boolean;
  settings?: Record<string, unknown>;
  /** Confirmation outside of the window; default: the user allows everything. */
  confirm?: Confirm;
  /** System actions; default: none. */
  native?: Native;
  /** Replaces the configured MCP servers. */
  mcp?: McpServers;
  /** Replaces the agents of other vendors. */
  externalAgents?: ExternalAgents;
  /** Opens the app; default: `createApp`. */
  open?: typeof createApp;
  /** Addresses of the web search services. */
  webSearchDoors?: AppOptions['webSearchDoors'];
  /** Where packages of plugins may come from. */
  pluginGuards?: AppOptions['pluginGuards'];
}

/** The context size in tokens that the server reports: large enough to avoid compaction in unrelated tests. */
const roomy = 10_000_000;

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = options.dataDir ?? path.join(tempFolder(), 'data');
  const folder = options.folder ?? path.join(tempFolder(), 'project');
  // The user's own servers start there.
  const home = path.join(tempFolder(), 'home');
  for (const made of [folder, home]) mkdirSync(made, { recursive: true });
  const model =
    options.model ??
    (await startFakeModelServer({
      window: roomy,
      ...(options.replies ? { replies: options.replies } : {}),
      ...(options.otherwise ? { otherwise: options.otherwise } : {}),
    }));
  const created = await (options.open ?? createApp)({
    dataDir,
    projectFolder: folder,
    host: 'browser',
    native: options.native ?? noNative,
    confirm: options.confirm ?? { require: () => ok(undefined), answer: async () => ok(undefined) },
    env: {
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: 'sk-test-0123456789abcdef',
      OPENAI_MODEL: 'fake-model',
      // Hides the commands and skills of the developer who runs the tests.
      HOME: home,
      ...(options.titles ? {} : withoutTitles),
      ...options.env,
    },
    version: 'test',
    log: silentLog,
    tokens,
    ...(options.mcp ? { mcp: options.mcp } : {}),
    ...(options.externalAgents ? { externalAgents: options.externalAgents } : {}),
    ...(options.webSearchDoors ? { webSearchDoors: options.webSearchDoors } : {}),
    ...(options.pluginGuards ? { pluginGuards: options.pluginGuards } : {}),
  });
  if (!created.ok) throw new Error(created.error.message);
  const app = created.value;
  const ends = memoryTransport();
  app.attach(ends.server);
  const client = createClient(ends.client);
  const events: ContractEvent[] = [];
  const wakers = new Set<() => void>();
  client.onEvent((event) => {
    events.push(event);
    for (const wake of wakers) wake();
  });

  let closed = false;
  async function close(): Promise<void> {
    if (closed) return;
    closed = true;
    client.close();
    await app.close();
    if (!options.model) await model.close();
  }
  onTestFinished(close);

  async function call<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<ResultOf<M>> {
    const answer = await client.call(method, params);
    if (!answer.ok) throw new Error(`${method}: ${answer.error.code} ${answer.error.message}`);
    return /^(?:mcp|changes|attachment)\./.test(method) ? inEnglish(answer.value) : answer.value;
  }

  function connect(): ContractClient {
    const more = memoryTransport();
    app.attach(more.server);
    return createClient(more.client);
  }

  const snapshot = await call('app.open', {});
  if (options.settings) await call('settings.update', { patch: options.settings });

  const test: TestApp = {
    client,
    model,
    dataDir,
    folder,
    events,
    call,
    connect,
    close,
    async start() {
      const { conversationId } = await call('conversation.create', { projectId: snapshot.startProjectId });
      await call('conversation.open', { conversationId });
      return conversationId;
    },
    async turn(conversationId, text) {
      const from = events.length;
      await call('run.send', { conversationId, text });
      return (await ended(conversationId, from)).end;
    },
    event(type, fits = () => true, from = events.length) {
      type Wanted = ConversationEvent & { type: typeof type };
      return until(from, (entry): Wanted | null =>
        entry.conversationId !== null && entry.event.type === type && fits(entry.event as Wanted)
          ? (entry.event as Wanted)
          : null,
      );
    },
    messagesFile(conversationId) {
      const projects = path.join(dataDir, 'projects');
      const files = readdirSync(projects).map((project) =>
        path.join(projects, project, 'conversations', conversationId, 'messages.json'),
      );
      const found = files.find((file) => {
        try {
          readFileSync(file);
          return true;
        } catch {
          return false;
        }
      });
      if (!found) throw new Error(`no messages.json of ${conversationId}`);
      return found;
    },
    rows: (conversationId) => JSON.parse(readFileSync(test.messagesFile(conversationId), 'utf8')) as Message[],
  };

  function ended(conversationId: string, from: number) {
    return until(from, (entry) =>
      entry.conversationId === conversationId && entry.event.type === 'run.ended' ? entry.event : null,
    );
  }

  /** Searches the events from `from` on, and waits for more until one matches. */
  function until<T>(from: number, pick: (event: ContractEvent) => T | null): Promise<T> {
    return new Promise((resolve, reject) => {
      let at = from;
      const look = (): void => {
        for (; at < events.length; at++) {
          const picked = pick(events[at] as ContractEvent);
          if (picked !== null) {
            done(() => resolve(picked));
            return;
          }
        }
      };
      const done = (settle: () => void): void => {
        clearTimeout(timer);
        wakers.delete(look);
        settle();
      };
      const timer = setTimeout(() => {
        const seen = events.slice(from).map((entry) => entry.event.type);
        done(() => reject(new Error(`waited 60 s for an event; seen: ${seen.join(', ')}`)));
      }, 60_000);
      wakers.add(look);
      look();
    });
  }

  return test;
}

/** Every call of every assistant message has exactly one result after it. */
export function expectCallsAnswered(rows: readonly Message[]): void {
  const asked = rows.flatMap((row) => (row.role === 'assistant' ? (row.tool_calls ?? []).map((call) => call.id) : []));
  const answered = rows.flatMap((row) => (row.role === 'tool' ? [row.tool_call_id] : []));
  expect(answered.toSorted()).toEqual(asked.toSorted());
}

/** Messages about servers, files and attachments in English; their keys have their own tests. */
function inEnglish<T>(value: T): T {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value, englishOnly)) as T);
}
