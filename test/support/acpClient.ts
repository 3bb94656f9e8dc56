// An editor: starts the built `throughline acp` and talks to it with the protocol's own client library. Everything that the
// agent writes is validated against the published schema; `close` fails the test otherwise.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import {
  type ClientCapabilities,
  type ClientContext,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  client,
  methods,
  ndJsonStream,
  type RequestPermissionRequest,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import { expect, onTestFinished } from 'vitest';
import { acpProblem } from './acpSchema.ts';
import { compileCache, doors } from './commandLine.ts';
import { withoutTitles } from './withoutTitles.ts';

export interface EditorOptions {
  args?: readonly string[];
  env?: Record<string, string>;
  capabilities?: ClientCapabilities;
  /** The chosen option's ID; null: the user closes the question. */
  permit?(request: RequestPermissionRequest): string | null | Promise<string | null>;
  fill?(request: CreateElicitationRequest): CreateElicitationResponse | Promise<CreateElicitationResponse>;
  /** The text of a buffer. */
  buffers?: Readonly<Record<string, string>>;
}

export interface Editor {
  agent: ClientContext;
  child: ChildProcess;
  /** Updates of a session, in the order in which they arrived. */
  updates(sessionId: string): SessionUpdate[];
  /** Forgets the updates so far. */
  forget(sessionId: string): void;
  permissions: RequestPermissionRequest[];
  stderr(): string;
  /** Lines of the agent that the schema does not allow. */
  problems: string[];
  /** Closes standard input, like an editor that quits; resolves with the exit code. */
  close(): Promise<number | null>;
}

/** Without `initialize`: the test sends it, or `startEditor` does. */
export function connectEditor(data: string, options: EditorOptions = {}): Editor {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env;
  const args = ['--disable-warning=ExperimentalWarning', `${doors}cli.js`, 'acp', '--data', data];
  const child = spawn(process.execPath, [...args, ...(options.args ?? [])], {
    env: { PATH, HOME, TMPDIR, TZ: 'UTC', ...compileCache, ...withoutTitles, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.on('error', () => {});
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
  const problems: string[] = [];
  const requested = new Map<unknown, string>();
  const updates = new Map<string, SessionUpdate[]>();
  const permissions: RequestPermissionRequest[] = [];
  const of = (sessionId: string): SessionUpdate[] => {
    const list = updates.get(sessionId) ?? [];
    updates.set(sessionId, list);
    return list;
  };
  const stream = ndJsonStream(
    Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
    Readable.toWeb(Readable.from(checked(child.stdout, requested, problems))) as ReadableStream<Uint8Array>,
  );
  const tapped = {
    readable: stream.readable,
    writable: new WritableStream({
      async write(message: Parameters<NonNullable<UnderlyingSink['write']>>[0]) {
        if ('method' in message && 'id' in message) requested.set(message.id, message.method);
        const writer = stream.writable.getWriter();
        await writer.write(message).finally(() => writer.releaseLock());
      },
    }),
  };
  const connection = client({ name: 'test editor' })
    .onNotification(methods.client.session.update, ({ params }) => void of(params.sessionId).push(params.update))
    .onRequest(methods.client.session.requestPermission, async ({ params }) => {
      permissions.push(params);
      const optionId = (await options.permit?.(params)) ?? null;
      return { outcome: optionId === null ? { outcome: 'cancelled' } : { outcome: 'selected', optionId } };
    })
    .onRequest(methods.client.elicitation.create, async ({ params }) => options.fill?.(params) ?? { action: 'cancel' })
    .onRequest(methods.client.fs.readTextFile, ({ params }) => ({ content: options.buffers?.[params.path] ?? '' }))
    .connect(tapped);
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    agent: connection.agent,
    child,
    updates: of,
    forget: (sessionId) => void of(sessionId).splice(0),
    permissions,
    stderr: () => stderr,
    problems,
    async close() {
      child.stdin.end();
      const code = await ended;
      expect(problems).toEqual([]);
      return code;
    },
  };
}

export async function startEditor(data: string, options: EditorOptions = {}): Promise<Editor> {
  const editor = connectEditor(data, options);
  const { capabilities = {} } = options;
  await editor.agent.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities: capabilities });
  return editor;
}

/** Passes the bytes on, and notes each line that is not a valid message. */
async function* checked(
  stdout: Readable,
  requested: ReadonlyMap<unknown, string>,
  problems: string[],
): AsyncGenerator<Buffer> {
  let rest = '';
  for await (const chunk of stdout) {
    const lines = (rest + (chunk as Buffer).toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const problem = acpProblem(line, (id) => requested.get(id));
      if (problem !== null) problems.push(problem);
      // Errors that belong to no request.
      if (!line.includes('"id":null')) yield Buffer.from(`${line}\n`);
    }
  }
  if (rest !== '') problems.push(`an unfinished line: ${rest.slice(0, 200)}`);
}

/** Text and calls as a client shows them in the end: chunks joined, each call with its last state. */
export function shownIn(updates: readonly SessionUpdate[]): unknown[] {
  const view: unknown[] = [];
  const calls = new Map<string, Record<string, unknown>>();
  let chunk: Chunk | null = null;
  for (const update of updates) {
    if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update') {
      const { sessionUpdate: _kind, ...fields } = update;
      const before = calls.get(update.toolCallId);
      if (before) Object.assign(before, fields);
      else {
        const call = { ...fields };
        calls.set(update.toolCallId, call);
        view.push(call);
      }
      chunk = null;
    } else if ('content' in update && 'messageId' in update) {
      chunk = chunkFor(update.sessionUpdate, update.messageId, chunk, view);
      if (update.content.type === 'text') chunk.text += update.content.text;
      else chunk.blocks.push(update.content);
    } else if (update.sessionUpdate === 'plan') {
      view.push({ plan: update.entries });
      chunk = null;
    }
  }
  return view;
}

interface Chunk {
  kind: string;
  messageId: unknown;
  blocks: unknown[];
  text: string;
}

/** The message that is being received, or a new one. */
function chunkFor(kind: string, messageId: unknown, last: Chunk | null, view: unknown[]): Chunk {
  if (last?.kind === kind && last.messageId === messageId) return last;
  const made: Chunk = { kind, messageId, blocks: [], text: '' };
  view.push(made);
  return made;
}
