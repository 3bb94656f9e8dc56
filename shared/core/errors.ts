// Error codes: every error that crosses a port or the contract has one from this closed list. Ports never throw; a
// failure is a value with a message for the user.

import { restoreSentence, Sentence, type SentenceData, sentenceDataOf, textOf } from './sentence.ts';

export const errorCodes = [
  // the model call
  'LLM_AUTH_FAILED',
  'LLM_TIMEOUT',
  'LLM_NETWORK',
  'LLM_HTTP_ERROR',
  'LLM_RATE_LIMITED',
  'LLM_QUOTA_EXCEEDED',
  'LLM_BAD_RESPONSE',
  'LLM_EMPTY_RESPONSE',
  'LLM_CONTENT_FILTER',
  'LLM_CONTEXT_TOO_LONG',
  // tools
  'TOOL_ARGS_INVALID_JSON',
  'TOOL_ARGS_INVALID',
  'TOOL_NOT_AVAILABLE',
  'TOOL_EXEC_FAILED',
  'TOOL_DENIED',
  'TOOL_TIMEOUT',
  'BACKGROUND_NOT_FOUND',
  'BACKGROUND_ENDED',
  'PATH_OUTSIDE_PROJECT',
  'PATH_PROTECTED',
  'ADDRESS_REFUSED',
  // the run
  'ENGINE_MAX_TURNS_EXCEEDED',
  'ENGINE_LOOP_DETECTED',
  'ENGINE_ABORTED',
  'CONTEXT_STILL_TOO_LARGE',
  'SPEND_LIMIT_REACHED',
  'HOOK_REFUSED',
  'REQUEST_INVALID',
  'REQUEST_TOO_LARGE',
  'NOTHING_TO_RESUME',
  'CALL_NOT_OPEN',
  'CALL_STILL_RUNNING',
  // the store
  'STORE_WRITE_FAILED',
  'STORE_READ_FAILED',
  'STORE_READ_ONLY',
  'CONTENT_CHANGED',
  'CONVERSATION_NOT_FOUND',
  'CONVERSATION_AMBIGUOUS',
  'CONVERSATION_BUSY',
  'CONVERSATION_EXISTS',
  'MESSAGE_NOT_FOUND',
  'PROJECT_NOT_FOUND',
  'WORKTREE_GONE',
  'GIT_FAILED',
  'ID_INVALID',
  'DATA_FOLDER_BUSY',
  'DATA_FOLDER_UNUSABLE',
  'DATA_LOCKED',
  // the contract
  'METHOD_UNKNOWN',
  'PARAMS_INVALID',
  'CANCELLED',
  'CONNECTION_CLOSED',
  'FRAME_INVALID',
  // external agents
  'AGENT_NOT_FOUND',
  'AGENT_NOT_APPROVED',
  'AGENT_CHANGED',
  'AGENT_SIGNED_OUT',
  'AGENT_FAILED',
  // settings and the rest
  'SETTINGS_INVALID',
  'PROVIDER_NOT_FOUND',
  'NO_MODEL',
  'MCP_SIGN_IN_FAILED',
  'CONFIRMATION_NEEDED',
  'CONFIRMATION_REFUSED',
  // updates of the app
  'UPDATE_REFUSED',
  'DEVICE_REFUSED',
  'UPDATE_FAILED',
  // plugins
  'PLUGIN_FAILED',
  // sync: try again later; needs the user; an object that cannot be opened
  'SYNC_UNREACHABLE',
  'SYNC_REFUSED',
  'SYNC_DAMAGED',
  'NOT_SUPPORTED',
  'INTERNAL',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export interface AppError {
  code: ErrorCode;
  /** A sentence for the user: what happened, what was kept, what to do. */
  message: string;
  /** The message's key and parameters; absent when the message is its own key. */
  said?: SentenceData;
  details?: Record<string, unknown>;
}

export type Result<T> = { ok: true; value: T } | { ok: false; error: AppError };

export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

/** A plain string is third-party text, from a server or a library. */
export function fail(
  code: ErrorCode,
  message: Sentence | string,
  details?: Record<string, unknown>,
): { ok: false; error: AppError } {
  return {
    ok: false,
    error: details ? { code, ...sentenceFields(message), details } : { code, ...sentenceFields(message) },
  };
}

/** The two fields in which a sentence is sent and stored. */
export function sentenceFields(message: Sentence | string): { message: string; said?: SentenceData } {
  if (!(message instanceof Sentence)) return { message };
  return message.params.length === 0 ? { message: message.text } : { message: message.text, said: message };
}

/** Returns an error's message as a sentence, to embed in another or to show. */
export function errorSentence(error: { message: string; said?: unknown }): Sentence {
  return restoreSentence(error.message, error.said);
}

/** Thrown to carry a sentence for the user through a library or a stream. */
export class SentenceError extends Error {
  readonly said: SentenceData | undefined;

  constructor(message: Sentence | string, options?: ErrorOptions) {
    super(textOf(message), options);
    this.said = sentenceDataOf(message);
  }
}

/** Like `describeThrown`, but keeps the key of the app's own errors. */
export function sentenceFromThrown(thrown: unknown): Sentence | string {
  return thrown instanceof SentenceError ? restoreSentence(thrown.message, thrown.said) : describeThrown(thrown);
}

/** Describes a value thrown by a library. */
export function describeThrown(thrown: unknown): string {
  if (thrown instanceof Error && thrown.message) return thrown.message;
  return String(thrown);
}
