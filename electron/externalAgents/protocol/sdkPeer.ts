// The only file of the client that imports the protocol's SDK: requests to an agent and its requests to us, over messages that
// were read elsewhere. Loaded when an agent starts. Responses are as the agent sent them: unchecked.

import type {
  CreateElicitationRequest,
  CreateTerminalRequest,
  ReadTextFileRequest,
  WriteTextFileRequest,
} from '@agentclientprotocol/sdk';
import { type AnyMessage, client, methods, RequestError } from '@agentclientprotocol/sdk';
import { describeThrown } from '../../../shared/core/errors.ts';
import { errorCodes, type ResponseError } from '../agentErrors.ts';
import { type PermissionRequest, readPermission } from './permission.ts';

/** Requests of the agent. A rejection becomes the error of the response. */
export interface AgentRequests {
  permission(request: PermissionRequest, signal: AbortSignal): Promise<{ optionId: string } | null>;
  readFile(request: ReadTextFileRequest): Promise<string>;
  writeFile(request: WriteTextFileRequest): Promise<void>;
  createTerminal(request: CreateTerminalRequest): Promise<string>;
  terminalOutput(
    request: TerminalRequest,
  ): Promise<{ output: string; truncated: boolean; exitStatus: ExitStatus | null }>;
  waitForExit(request: TerminalRequest, signal: AbortSignal): Promise<ExitStatus>;
  killTerminal(request: TerminalRequest): Promise<void>;
  releaseTerminal(request: TerminalRequest): Promise<void>;
  question(request: CreateElicitationRequest, signal: AbortSignal): Promise<QuestionResponse>;
}

interface TerminalRequest {
  sessionId: string;
  terminalId: string;
}

interface ExitStatus {
  exitCode: number | null;
  signal: string | null;
}

export type QuestionResponse =
  | { action: 'accept'; content: Record<string, string | number | boolean | string[]> }
  | { action: 'decline' | 'cancel' };

export interface AgentPeer {
  /** Aborting `signal` sends `$/cancel_request` and stops waiting. */
  request(method: AgentMethod, params: unknown, signal?: AbortSignal): Promise<unknown>;
  /** The agent's error response, from a rejected request; null for anything else, such as a closed connection. */
  errorOf(thrown: unknown): ResponseError | null;
  cancelPrompt(sessionId: string): void;
  /** Takes a message that was read. */
  receive(message: object): void;
  close(): void;
}

type AgentMethod =
  | 'initialize'
  | 'authenticate'
  | 'session/new'
  | 'session/load'
  | 'session/resume'
  | 'session/close'
  | 'session/list'
  | 'session/prompt'
  | 'session/set_mode'
  | 'session/set_model'
  | 'session/set_config_option';

function responseError(thrown: unknown): ResponseError | null {
  if (!(thrown instanceof RequestError)) return null;
  return { code: thrown.code, message: thrown.message, data: thrown.data };
}

/** `send` writes one message. */
export function createAgentPeer(send: (message: AnyMessage) => Promise<void>, requests: AgentRequests): AgentPeer {
  const pendingIds = new Set<unknown>();
  let controller: ReadableStreamDefaultController<AnyMessage> | null = null;
  const readable = new ReadableStream<AnyMessage>({
    start(started) {
      controller = started;
    },
  });
  const writable = new WritableStream<AnyMessage>({
    async write(message) {
      if ('method' in message && 'id' in message) pendingIds.add(message.id);
      await send(message);
    },
  });
  const { client: of } = methods;
  const connection = client({ name: 'throughline' })
    .onRequest(of.session.requestPermission, readPermission, async ({ params, signal }) => {
      const answer = await answering(requests.permission(params, signal));
      return { outcome: answer ? { outcome: 'selected', optionId: answer.optionId } : { outcome: 'cancelled' } };
    })
    .onRequest(of.fs.readTextFile, async ({ params }) => ({ content: await answering(requests.readFile(params)) }))
    .onRequest(of.fs.writeTextFile, async ({ params }) => {
      await answering(requests.writeFile(params));
      return {};
    })
    .onRequest(of.terminal.create, async ({ params }) => ({
      terminalId: await answering(requests.createTerminal(params)),
    }))
    .onRequest(of.terminal.output, ({ params }) => answering(requests.terminalOutput(params)))
    .onRequest(of.terminal.waitForExit, ({ params, signal }) => answering(requests.waitForExit(params, signal)))
    .onRequest(of.terminal.kill, async ({ params }) => {
      await answering(requests.killTerminal(params));
      return {};
    })
    .onRequest(of.terminal.release, async ({ params }) => {
      await answering(requests.releaseTerminal(params));
      return {};
    })
    .onRequest(of.elicitation.create, ({ params, signal }) => answering(requests.question(params, signal)))
    // Agents send notifications of their own (`_…`) unasked.
    .onNotification('*', () => {})
    .connect({ readable, writable });

  return {
    request(method, params, signal) {
      const options = signal ? { cancellationSignal: signal, stopWaitingOnCancel: true } : {};
      return connection.agent.request<unknown>(method, params, options);
    },
    errorOf: responseError,
    cancelPrompt(sessionId) {
      void connection.agent.notify(methods.agent.session.cancel, { sessionId }).catch(() => {});
    },
    receive(message) {
      // The SDK would print a response to an unknown request on our own output.
      if (!('method' in message) && 'id' in message && !pendingIds.delete(message.id)) return;
      if (!connection.signal.aborted) controller?.enqueue(message as AnyMessage);
    },
    close() {
      connection.close();
    },
  };
}

async function answering<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    throw new RequestError(errorCodes.internal, describeThrown(thrown));
  }
}
