// Explains a backend's error and what to do about it. Includes one line of its own message.

import { type ErrorCode, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { type BackendAnswer, firstHeaderValue } from './askGuards.ts';
import type { SearchBackend } from './backend.ts';

const maxReplyLength = 200;

export function parseBackendAnswer(
  backend: SearchBackend,
  name: string,
  at: string,
  answer: BackendAnswer,
): Result<unknown> {
  const json = parsed(answer.body);
  const { status } = answer;
  if (status >= 200 && status < 300) {
    if (json !== undefined) return ok(json);
    return fail('TOOL_EXEC_FAILED', say`${name} did not return JSON. Is ${at} the right address?`);
  }
  if (status >= 300 && status < 400) {
    const to = URL.parse(firstHeaderValue(answer.headers.location), `${at}/`)?.origin ?? '';
    return fail(
      'TOOL_EXEC_FAILED',
      say`${name} redirects searches to ${to || '—'} (${status}). Nothing was sent there. Enter the final address.`,
    );
  }
  const { code, sentence } = refusal(backend, name, answer, json ?? null);
  const ownMessage = backendMessage(backend, json);
  return fail(code, ownMessage === '' ? sentence : say`${sentence} Details: ${ownMessage}`);
}

function refusal(
  backend: SearchBackend,
  name: string,
  { status, headers }: BackendAnswer,
  answer: unknown,
): { code: ErrorCode; sentence: Sentence } {
  const meaning = backend.meaning?.({ status, answer }) ?? null;
  if (meaning !== null && typeof meaning !== 'string') return { code: 'TOOL_EXEC_FAILED', sentence: meaning };
  if (meaning === 'key' || status === 401 || status === 403) {
    return {
      code: 'LLM_AUTH_FAILED',
      sentence: say`${name} rejected the key (${status}). Enter it again in Settings, under Web search.`,
    };
  }
  const seconds = waitSeconds(headers);
  if (meaning === 'quota' || status === 402) {
    return {
      code: 'LLM_QUOTA_EXCEEDED',
      sentence: say`The account at ${name} has no searches left (${status}). Check its plan, or choose another service.`,
    };
  }
  if (status === 429) {
    const sentence =
      seconds === null
        ? say`${name} is limiting searches (429). Wait before searching again.`
        : say`${name} is limiting searches (429). Try again in ${seconds} s.`;
    return { code: 'LLM_RATE_LIMITED', sentence };
  }
  if (status >= 500) {
    return { code: 'TOOL_EXEC_FAILED', sentence: say`${name} has a server problem (${status}). Try again later.` };
  }
  return { code: 'TOOL_EXEC_FAILED', sentence: say`${name} refused the search (${status}).` };
}

/** `retry-after`, in seconds or as a date at most a day ahead; Brave uses its own header with one value per window. */
function waitSeconds(headers: BackendAnswer['headers']): number | null {
  const waitHint = firstHeaderValue(headers['retry-after']).trim() || resetOf(headers);
  if (!/^\d{1,5}$/.test(waitHint)) return null;
  const seconds = Number(waitHint);
  return seconds > 0 && seconds <= 86_400 ? seconds : null;
}

/** The reset time of the first exhausted window: `x-ratelimit-remaining: 0, 1200`, `x-ratelimit-reset: 1, 52000`. */
function resetOf(headers: BackendAnswer['headers']): string {
  const parts = (name: string): string[] =>
    firstHeaderValue(headers[name])
      .split(',')
      .map((part) => part.trim());
  const spent = parts('x-ratelimit-remaining').indexOf('0');
  return spent < 0 ? '' : (parts('x-ratelimit-reset')[spent] ?? '');
}

export function backendMessage(backend: SearchBackend, json: unknown): string {
  const line = backend
    .errorText(json)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return line.length > maxReplyLength ? `${line.slice(0, maxReplyLength - 1)}…` : line;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
