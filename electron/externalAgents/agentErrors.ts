// Sentences about an agent that did not do what it was asked. Each names the agent.

import { type AppError, fail, sentenceFromThrown } from '../../shared/core/errors.ts';
import { type Sentence, say, type UserText } from '../../shared/core/sentence.ts';
import type { AgentSignIn } from '../../shared/features/externalAgents/externalAgent.ts';
import { boundedText } from '../lib/boundedText.ts';

/** The protocol's. */
export interface ResponseError {
  code: number;
  message: string;
  data: unknown;
}

/** Codes with a meaning of their own. */
export const errorCodes = { signedOut: -32000, notFound: -32002, internal: -32603, methodNotFound: -32601 } as const;

export interface AgentNaming {
  name: string;
  signIns: readonly AgentSignIn[];
}

const maxReason = 2000;

export function agentFailed(message: Sentence, details?: Record<string, unknown>): AppError {
  return fail('AGENT_FAILED', message, details).error;
}

/** `details.signIns`: the ways to sign in. */
function signedOut({ name, signIns }: AgentNaming): AppError {
  const ways = signIns.map((way) =>
    way.type === 'terminal' && way.command ? say`${way.name} (run ${way.command.join(' ')} in a terminal)` : way.name,
  );
  const message =
    ways.length === 0
      ? say`${name} is not signed in. Sign in with its own program, then try again.`
      : say`${name} is not signed in. It offers: ${say.list(ways)}.`;
  return fail('AGENT_SIGNED_OUT', message, { signIns: [...signIns] }).error;
}

export function timeIsUp(name: string, ms: number): { ok: false; error: AppError } {
  return fail('AGENT_FAILED', say`${name} did not answer within ${ms / 1000} s.`);
}

/** `how`: how its process ended, as a verb phrase. `printed`: the end of its error output, without secrets. */
export function agentGone(name: string, how: Sentence, printed: string): AppError {
  const message = say`${name} stopped: the process ${how}.`;
  return agentFailed(printed === '' ? message : say`${message} Its last output: ${boundedText(printed, 1000)}`);
}

/** `details.sessionLost`: the agent does not have the session, so another one could help. */
export function requestFailed(naming: AgentNaming, thrown: unknown, error: ResponseError | null): AppError {
  const { name } = naming;
  if (error === null) {
    const reason: UserText = sentenceFromThrown(thrown);
    return agentFailed(say`${name} did not answer: ${reason}.`);
  }
  if (error.code === errorCodes.signedOut) return signedOut(naming);
  const reason = boundedText(error.message, maxReason);
  if (isSessionLost(error))
    return agentFailed(say`${name} no longer has this session: ${reason}`, { sessionLost: true });
  const more = dataText(error.data);
  return agentFailed(
    more === '' || reason.includes(more)
      ? say`${name} answered with an error: ${reason}`
      : say`${name} answered with an error: ${reason}: ${more}`,
  );
}

/** By its code, or by what agents that use another code were seen to write. */
function isSessionLost({ code, message, data }: ResponseError): boolean {
  if (code === errorCodes.notFound) return true;
  const text = `${message} ${dataText(data)}`;
  return /\b(?:session|conversation|thread)\b.{0,100}\b(?:not found|does not exist|unknown|no longer|expired)\b|\b(?:unknown|no such|invalid|missing) session\b|\bno (?:conversation|session) found\b/i.test(
    text.slice(0, 4000),
  );
}

/** Agents put the actual reason into `data`, as a text or in a field. */
function dataText(data: unknown): string {
  if (typeof data === 'string') return boundedText(data, maxReason);
  if (typeof data !== 'object' || data === null) return '';
  for (const name of ['details', 'message', 'reason', 'error']) {
    const value: unknown = Reflect.get(data, name);
    if (typeof value === 'string' && value !== '') return boundedText(value, maxReason);
  }
  return '';
}
