// The only file that runs the protocol's library: JSON-RPC over the process's standard streams, and our methods by name. A
// draft of a later protocol version would be another file like this one.

import { Readable, Writable } from 'node:stream';
import {
  type AgentContext,
  agent,
  type CancelNotification,
  type ClientCapabilities,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  type InitializeRequest,
  type InitializeResponse,
  type ListSessionsRequest,
  type ListSessionsResponse,
  type LoadSessionRequest,
  type LoadSessionResponse,
  methods,
  type NewSessionRequest,
  type NewSessionResponse,
  ndJsonStream,
  PROTOCOL_VERSION,
  type PromptRequest,
  type PromptResponse,
  RequestError,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
  type SetSessionConfigOptionRequest,
  type SetSessionConfigOptionResponse,
  type SetSessionModeRequest,
} from '@agentclientprotocol/sdk';
import { z } from 'zod';
import { AcpFailure } from './failure.ts';
import { withoutOversizedLines } from './oversizedLines.ts';

export { PROTOCOL_VERSION };

/** The client, as a session sees it. A request rejects when the client refuses it or is gone. */
export interface Client {
  update(sessionId: string, update: SessionUpdate): Promise<void>;
  requestPermission(request: RequestPermissionRequest, signal: AbortSignal): Promise<RequestPermissionResponse>;
  ask(request: CreateElicitationRequest, signal: AbortSignal): Promise<CreateElicitationResponse>;
  readTextFile(sessionId: string, path: string, signal: AbortSignal): Promise<string>;
}

interface ForkRequest {
  sessionId: string;
  cwd: string;
  mcpServers?: NewSessionRequest['mcpServers'] | undefined;
}

/** The methods that a client may call. A handler throws an `AcpFailure` for an error of the request. */
export interface AgentMethods {
  initialize(request: InitializeRequest): InitializeResponse | Promise<InitializeResponse>;
  authenticate(methodId: string): Promise<void>;
  newSession(request: NewSessionRequest): Promise<NewSessionResponse>;
  loadSession(request: LoadSessionRequest): Promise<LoadSessionResponse>;
  resumeSession(
    request: Omit<LoadSessionRequest, 'mcpServers'> & { mcpServers?: LoadSessionRequest['mcpServers'] },
  ): Promise<LoadSessionResponse>;
  forkSession(request: ForkRequest): Promise<NewSessionResponse>;
  listSessions(request: ListSessionsRequest): Promise<ListSessionsResponse>;
  closeSession(sessionId: string): Promise<void>;
  deleteSession(sessionId: string): Promise<void>;
  setMode(request: SetSessionModeRequest): Promise<void>;
  setConfigOption(request: SetSessionConfigOptionRequest): Promise<SetSessionConfigOptionResponse>;
  /** `signal`: the client withdrew the request itself. */
  prompt(request: PromptRequest, signal: AbortSignal): Promise<PromptResponse>;
  cancel(request: CancelNotification): Promise<void>;
}

export type { ClientCapabilities };

/** Only the stable schema is imported; forking is still a draft of version 1. */
const forkSchema = z.looseObject({
  sessionId: z.string(),
  cwd: z.string(),
  mcpServers: z
    .array(z.custom<NewSessionRequest['mcpServers'][number]>((value) => typeof value === 'object'))
    .optional(),
});

/** In bytes: the attachments of one message in Base64. */
const maxLineBytes = 128 * 1024 * 1024;

/**
 * Serves a client until it closes its end or `signal` aborts. `create` receives the client before its first message.
 */
export async function serveClient(
  { stdin, stdout, signal }: { stdin: Readable; stdout: Writable; signal: AbortSignal },
  create: (client: Client) => AgentMethods,
): Promise<void> {
  const output = Writable.toWeb(stdout) as WritableStream<Uint8Array>;
  const input = Readable.toWeb(
    withoutOversizedLines(stdin, maxLineBytes, (line) => void stdout.write(line)),
  ) as ReadableStream<Uint8Array>;
  const stream = ndJsonStream(output, input, { maxMessageBytes: maxLineBytes + 1 });
  let context: AgentContext | null = null;
  const peer = (): AgentContext => {
    if (!context) throw new Error('not connected');
    return context;
  };
  const served = create({
    update: (sessionId, update) => peer().notify(methods.client.session.update, { sessionId, update }),
    requestPermission: (request, until) =>
      peer().request(methods.client.session.requestPermission, request, waiting(until)),
    ask: (request, until) => peer().request(methods.client.elicitation.create, request, waiting(until)),
    readTextFile: async (sessionId, path, until) =>
      (await peer().request(methods.client.fs.readTextFile, { sessionId, path }, waiting(until))).content,
  });
  const { session } = methods.agent;
  const connection = agent({ name: 'throughline' })
    .onRequest(methods.agent.initialize, ({ params }) => answered(async () => served.initialize(params)))
    .onRequest(methods.agent.authenticate, ({ params }) => done(() => served.authenticate(params.methodId)))
    .onRequest(session.new, ({ params }) => answered(() => served.newSession(params)))
    .onRequest(session.load, ({ params }) => answered(() => served.loadSession(params)))
    .onRequest(session.resume, ({ params }) => answered(() => served.resumeSession(params)))
    .onRequest(session.list, ({ params }) => answered(() => served.listSessions(params)))
    .onRequest(session.close, ({ params }) => done(() => served.closeSession(params.sessionId)))
    .onRequest(session.delete, ({ params }) => done(() => served.deleteSession(params.sessionId)))
    .onRequest(session.setMode, ({ params }) => done(() => served.setMode(params)))
    .onRequest(session.setConfigOption, ({ params }) => answered(() => served.setConfigOption(params)))
    .onRequest(session.prompt, ({ params, signal: withdrawn }) => answered(() => served.prompt(params, withdrawn)))
    .onRequest('session/fork', forkSchema, ({ params }) => answered(() => served.forkSession(params)))
    .onNotification(session.cancel, ({ params }) => served.cancel(params))
    .connect(stream);
  context = connection.client;
  const end = (): void => connection.close();
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  await connection.closed;
}

/** When `until` aborts, the client is asked to withdraw its question, and its answer is ignored. */
function waiting(until: AbortSignal): { cancellationSignal: AbortSignal; stopWaitingOnCancel: true } {
  return { cancellationSignal: until, stopWaitingOnCancel: true };
}

async function answered<T>(handle: () => Promise<T>): Promise<T> {
  try {
    return await handle();
  } catch (thrown) {
    if (thrown instanceof AcpFailure) throw new RequestError(thrown.code, thrown.message, thrown.data);
    throw thrown;
  }
}

async function done(handle: () => Promise<void>): Promise<Record<string, never>> {
  await answered(handle);
  return {};
}
