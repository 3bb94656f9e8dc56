// Handles a server's requests during a call: a form, opening a URL, a model reply, or the project folder. Everything
// but the folder needs the user's decision each time; without a user, the answer is no.

import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Client,
  type CreateMessageRequest,
  type CreateMessageResult,
  type ElicitRequest,
  type ElicitResult,
  type ListRootsResult,
  ProtocolError,
} from '@modelcontextprotocol/client';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import { boundedText } from '../../lib/boundedText.ts';
import { elicitationContent, questionFieldsOf } from '../../lib/questionForm.ts';
import type { ServerLog } from '../../tools/process/serverLog.ts';
import type { RunningCalls } from './runningCalls.ts';

export interface ServerRequestDeps {
  /** The server's name, as the user configured it. */
  name: string;
  calls: RunningCalls;
  log: ServerLog;
  /** The project's current folder. */
  folder(): string | null;
}

/** Capabilities that the client declares. */
export const clientCapabilities = {
  roots: { listChanged: true },
  elicitation: { form: {}, url: {} },
  sampling: {},
  extensions: {
    'io.modelcontextprotocol/tasks': {},
    'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] },
  },
};

const maxMessageLength = 10_000;

export function handleServerRequests(client: Client, deps: ServerRequestDeps): void {
  client.setRequestHandler('roots/list', () => listRoots(deps));
  client.setRequestHandler('elicitation/create', ({ params }) => answerElicitation(params, deps));
  client.setRequestHandler('sampling/createMessage', ({ params }) => answerSampling(params, deps));
}

export function listRoots({ folder: currentFolder }: ServerRequestDeps): ListRootsResult {
  const folder = currentFolder();
  return folder === null ? { roots: [] } : { roots: [{ uri: pathToFileURL(folder).href, name: basename(folder) }] };
}

export async function answerElicitation(
  params: ElicitRequest['params'],
  deps: ServerRequestDeps,
): Promise<ElicitResult> {
  const { log } = deps;
  const url = 'url' in params && typeof params.url === 'string' ? params.url : null;
  if (url !== null) return { action: await askToOpenUrl(url, params.message, deps) };
  const call = deps.calls.current();
  if (!call || !('requestedSchema' in params)) {
    log.add('app', 'warning', say`Declined: it asked for a form while none of its calls were running.`);
    return { action: 'decline' };
  }
  const fields = questionFieldsOf(params.requestedSchema as Parameters<typeof questionFieldsOf>[0]);
  if (fields === null) {
    log.add('app', 'warning', say`Declined: it asked for a form that is too large to show.`);
    return { action: 'decline' };
  }
  const question = {
    from: { type: 'server', name: deps.name } as const,
    message: messageText(params.message),
    fields,
  };
  const answer = await call.asking(() => call.context.askPerson(question, call.signal));
  if (answer.action !== 'accept') return { action: answer.action };
  return { action: 'accept', content: elicitationContent(fields, answer.values) };
}

/** Shows a URL in full and asks the user to open it. Only http and https without credentials. */
export async function askToOpenUrl(
  url: string,
  message: string,
  { calls, log, name }: ServerRequestDeps,
): Promise<'accept' | 'decline' | 'cancel'> {
  const parsed = URL.parse(url);
  const sound = parsed && ['http:', 'https:'].includes(parsed.protocol) && parsed.username === '' && url.length <= 8000;
  const call = calls.current();
  if (!sound || !call) {
    log.add(
      'app',
      'warning',
      sound
        ? say`Declined: it asked to open a page while none of its calls were running.`
        : say`Declined: it asked to open something that is not a web address.`,
    );
    return 'decline';
  }
  const from = { type: 'server', name } as const;
  const answer = await call.asking(() =>
    call.context.askPerson({ from, message: messageText(message), fields: [], url: parsed.href }, call.signal),
  );
  return answer.action;
}

/** Shows the complete request; sends only what was shown, and returns the reply only to the server. */
export async function answerSampling(
  params: CreateMessageRequest['params'],
  deps: ServerRequestDeps,
): Promise<CreateMessageResult> {
  const call = deps.calls.current();
  if (!call) {
    deps.log.add('app', 'warning', say`Declined: it asked the model a question while none of its calls were running.`);
    throw refused('No call of this server is running.');
  }
  const system = params.systemPrompt ?? '';
  const messages = params.messages.map(({ role, content }) => ({ role, text: textOf(content) }));
  const maxTokens = params.maxTokens;
  const description: UserText[] = [
    say`The server ${deps.name} wants to ask this conversation’s model a question. It sees only the answer.`,
    say`Up to ${maxTokens} tokens.`,
    ...(system === '' ? [] : [say`System prompt:\n${system}`]),
    ...messages.map(({ role, text }) => `${role === 'user' ? 'User' : 'Assistant'}:\n${text}`),
  ];
  const blocks = say.blocks(description);
  const reason = say`The server ${deps.name} wants to send a request to the model. You are asked every time.`;
  const answer = await call.asking(async () => {
    if (!(await call.context.approve({ type: 'text', text: blocks.text, said: blocks }, reason, call.signal)))
      return null;
    // The call ended meanwhile, so discard the answer.
    if (call.signal.aborted) return null;
    return call.context.askModel({ system, messages, maxTokens }, call.signal);
  });
  if (answer === null) throw refused('The user did not allow it.');
  if (!answer.ok) throw new ProtocolError(-32603, answer.error.message);
  const { text, model, finishReason } = answer.value;
  deps.log.add('app', 'info', say`The model answered its question: ${text.length} characters.`);
  const stopReason = finishReason === 'length' ? 'maxTokens' : 'endTurn';
  return { role: 'assistant', content: { type: 'text', text }, model, stopReason };
}

/** The protocol's error for a user's refusal. */
function refused(message: string): ProtocolError {
  return new ProtocolError(-1, message);
}

type Sampled = CreateMessageRequest['params']['messages'][number]['content'];

function textOf(content: Sampled): string {
  const parts = Array.isArray(content) ? content : [content];
  return parts.map((part) => (part.type === 'text' ? part.text : `[${part.type}: not sent to the model]`)).join('\n');
}

function messageText(message: string): string {
  return boundedText(message, maxMessageLength);
}
