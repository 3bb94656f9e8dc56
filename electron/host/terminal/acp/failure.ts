// Errors of the app as JSON-RPC errors: the sentence for the user, and our code as data.

import { type AppError, type ErrorCode, fail, type Result } from '../../../../shared/core/errors.ts';

/** Thrown by a handler, and answered as this JSON-RPC error. */
export class AcpFailure extends Error {
  readonly code: number;
  readonly data: Record<string, unknown>;

  constructor(code: number, message: string, data: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** The codes of JSON-RPC and of the protocol (`ErrorCode` in its schema). */
export const rpcCodes = {
  invalidRequest: -32600,
  invalidParams: -32602,
  internal: -32603,
  authRequired: -32000,
  notFound: -32002,
} as const;

const rpcCodeOf: Partial<Record<ErrorCode, number>> = {
  CONVERSATION_NOT_FOUND: rpcCodes.notFound,
  MESSAGE_NOT_FOUND: rpcCodes.notFound,
  ID_INVALID: rpcCodes.notFound,
  PARAMS_INVALID: rpcCodes.invalidParams,
  SETTINGS_INVALID: rpcCodes.invalidParams,
  PROJECT_NOT_FOUND: rpcCodes.invalidParams,
  REQUEST_TOO_LARGE: rpcCodes.invalidParams,
  NOT_SUPPORTED: rpcCodes.invalidParams,
  CONVERSATION_BUSY: rpcCodes.invalidRequest,
  CONFIRMATION_REFUSED: rpcCodes.invalidRequest,
  LLM_AUTH_FAILED: rpcCodes.authRequired,
  NO_MODEL: rpcCodes.authRequired,
  PROVIDER_NOT_FOUND: rpcCodes.authRequired,
};

export function failureOf({ code, message }: Pick<AppError, 'code' | 'message'>): AcpFailure {
  return new AcpFailure(rpcCodeOf[code] ?? rpcCodes.internal, message, { code });
}

/** Returns the value, or throws its failure. */
export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw failureOf(result.error);
  return result.value;
}

export function invalid(message: string): AcpFailure {
  return failureOf(fail('PARAMS_INVALID', message).error);
}
