// An agent's requests, each handed to the conversation whose session it names.

import type {
  CreateElicitationRequest,
  CreateTerminalRequest,
  ReadTextFileRequest,
  WriteTextFileRequest,
} from '@agentclientprotocol/sdk';
import { type Result, SentenceError } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { boundedText } from '../../lib/boundedText.ts';
import { elicitationContent, questionFieldsOf } from '../../lib/questionForm.ts';
import { untilAborted } from '../../lib/untilAborted.ts';
import type { AgentHandlers } from '../../ports/externalAgents.ts';
import type { AgentRequests, QuestionResponse } from '../protocol/sdkPeer.ts';
import { readCall } from '../protocol/updates.ts';

/** Where a session's requests go. */
export interface RequestTarget {
  /** The running prompt's handlers; outside of a prompt, those of the latest `openSession`. */
  handlers: AgentHandlers;
  /** Aborts when the prompt ends or is cancelled; null: no prompt is running. */
  turn: AbortSignal | null;
  /** Resolves when the updates that arrived before the request are stored. */
  flushed(): Promise<void>;
}

const maxMessage = 10_000;
const maxPending = 200;

/** `find`: null if the session is not ours. `note`: for the log. */
export function createClientRequests(
  find: (sessionId: string) => RequestTarget | null,
  note: (text: string) => void,
): AgentRequests {
  let pending = 0;

  /** Rejects without a running prompt, unless `anytime`. */
  async function handling<T>(
    sessionId: string,
    work: (handlers: AgentHandlers, turn: AbortSignal) => Promise<T>,
    anytime = false,
  ): Promise<T> {
    const target = find(sessionId);
    if (target === null) throw new SentenceError(say`There is no session with this ID.`);
    if (target.turn === null && !anytime) throw new SentenceError(say`No prompt is running in this session.`);
    if (pending >= maxPending) throw new SentenceError(say`Too many requests are waiting for an answer.`);
    pending++;
    try {
      await target.flushed();
      return await work(target.handlers, target.turn ?? new AbortController().signal);
    } finally {
      pending--;
    }
  }

  return {
    async permission(request, signal) {
      const read = readCall(request.toolCall);
      const { options } = request;
      // Nobody can answer once the turn is over, and the protocol's answer to that is `cancelled`.
      if (read === null || find(request.sessionId)?.turn === null) return null;
      return handling(request.sessionId, async (handlers, turn) => {
        const both = AbortSignal.any([signal, turn]);
        if (both.aborted) return null;
        const answer = await untilAborted(both, handlers.onPermission({ call: read.call, options }, both));
        return answer !== null && options.some(({ id }) => id === answer.optionId) ? answer : null;
      });
    },

    readFile: ({ sessionId, path, line, limit }: ReadTextFileRequest) =>
      handling(
        sessionId,
        async ({ readTextFile }) =>
          resultValue(
            await readTextFile(path, {
              ...(typeof line === 'number' ? { line: Math.max(1, line) } : {}),
              ...(typeof limit === 'number' ? { limit } : {}),
            }),
          ),
        true,
      ),

    writeFile: ({ sessionId, path, content }: WriteTextFileRequest) =>
      handling(sessionId, async ({ writeTextFile }) => resultValue(await writeTextFile(path, content))),

    createTerminal: ({ sessionId, command, args, env, cwd, outputByteLimit }: CreateTerminalRequest) =>
      handling(sessionId, async ({ terminals }) => {
        const environment = Object.fromEntries((env ?? []).map(({ name, value }) => [name, value]));
        const request = {
          command,
          args: args ?? [],
          environment,
          cwd: cwd ?? null,
          outputBytes: outputByteLimit ?? null,
        };
        return resultValue(await terminals.create(request)).terminalId;
      }),

    terminalOutput: ({ sessionId, terminalId }) =>
      handling(
        sessionId,
        async ({ terminals }) => {
          const { output, truncated, exit } = resultValue(await terminals.output(terminalId));
          return { output, truncated, exitStatus: exit };
        },
        true,
      ),

    waitForExit: ({ sessionId, terminalId }) =>
      handling(sessionId, async ({ terminals }) => resultValue(await terminals.waitForExit(terminalId)), true),

    killTerminal: ({ sessionId, terminalId }) =>
      handling(sessionId, async ({ terminals }) => resultValue(await terminals.kill(terminalId)), true),

    releaseTerminal: ({ sessionId, terminalId }) =>
      handling(sessionId, async ({ terminals }) => resultValue(await terminals.release(terminalId)), true),

    async question(request: CreateElicitationRequest, signal): Promise<QuestionResponse> {
      const { message, mode } = request;
      if (!('sessionId' in request) || typeof request.sessionId !== 'string') {
        note('Declined: it asked a question outside of a session.');
        return { action: 'decline' };
      }
      const text = boundedText(message, maxMessage);
      const url = mode === 'url' && 'url' in request ? soundUrl(request.url) : undefined;
      const form = mode === 'form' && 'requestedSchema' in request ? (request.requestedSchema as object) : null;
      const fields = form === null ? [] : questionFieldsOf(form);
      if (fields === null || url === null || (form === null && url === undefined)) {
        note('Declined: it asked a question that cannot be shown.');
        return { action: 'decline' };
      }
      return handling(request.sessionId, async (handlers, turn) => {
        const both = AbortSignal.any([signal, turn]);
        if (both.aborted) return { action: 'cancel' };
        const question = { message: text, fields, ...(url === undefined ? {} : { url }) };
        const answer = await untilAborted(both, handlers.onQuestion(question, both));
        if (answer === null) return { action: both.aborted ? 'cancel' : 'decline' };
        if (answer.action !== 'accept') return { action: answer.action };
        return { action: 'accept', content: elicitationContent(fields, answer.values) };
      });
    },
  };
}

/** Null: not an address to visit. */
function soundUrl(url: unknown): string | null {
  const parsed = typeof url === 'string' && url.length <= 8000 ? URL.parse(url) : null;
  return parsed && ['http:', 'https:'].includes(parsed.protocol) && parsed.username === '' ? parsed.href : null;
}

function resultValue<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new SentenceError(result.error.message);
}
