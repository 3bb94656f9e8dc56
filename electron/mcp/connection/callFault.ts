// Classifies an SDK error during a call: whether the server received the call, whether the connection still works, and
// what the server reported.

import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError, UnauthorizedError } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { describeThrown } from '../../../shared/core/errors.ts';
import { say, type UserText } from '../../../shared/core/sentence.ts';

export type CallFault =
  | { kind: 'sign_in' }
  /** The server never received it. */
  | { kind: 'unreached'; why: UserText }
  /** The server may have lost the session; `isSaid`: it reported exactly that. */
  | { kind: 'session'; isSaid: boolean; message: string; code: number | null }
  /** The connection broke during the call. */
  | { kind: 'lost'; why: UserText }
  | { kind: 'answered'; message: string; code: number | null };

/** `hasSession`: an HTTP connection with a session id. */
export function classifyCallFault(thrown: unknown, hasSession: boolean): CallFault {
  if (needsSignIn(thrown)) return { kind: 'sign_in' };
  if (thrown instanceof SdkHttpError) return httpFault(thrown, hasSession);
  if (thrown instanceof SdkError && thrown.code === SdkErrorCode.NotConnected) {
    return { kind: 'unreached', why: say`the connection was closed` };
  }
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') {
    return { kind: 'unreached', why: say`nothing responds at its address (${code})` };
  }
  const isClosed = thrown instanceof SdkError && thrown.code === SdkErrorCode.ConnectionClosed;
  if (isClosed || (thrown instanceof TypeError && thrown.message === 'fetch failed')) {
    return { kind: 'lost', why: describeThrown(thrown) };
  }
  return {
    kind: 'answered',
    message: describeThrown(thrown),
    code: thrown instanceof ProtocolError ? thrown.code : null,
  };
}

/** The protocol uses 404 for an unknown session; some servers use 400, which may also mean anything else. */
function httpFault(thrown: SdkHttpError, hasSession: boolean): CallFault {
  const rpcError = errorIn(thrown.data.text);
  const reported = { message: rpcError?.message ?? describeThrown(thrown), code: rpcError?.code ?? null };
  if (hasSession && thrown.status === 404) return { kind: 'session', isSaid: true, ...reported };
  if (hasSession && thrown.status === 400) return { kind: 'session', isSaid: false, ...reported };
  return { kind: 'answered', ...reported };
}

const errorBody = z.object({ error: z.object({ code: z.number(), message: z.string() }) });

/** The JSON-RPC error in an HTTP error response. */
function errorIn(text: unknown): { code: number; message: string } | null {
  if (typeof text !== 'string' || text.length > 100_000) return null;
  try {
    return errorBody.parse(JSON.parse(text)).error;
  } catch {
    return null;
  }
}

export function needsSignIn(thrown: unknown): boolean {
  for (let at = thrown, depth = 0; at !== undefined && depth < 5; depth++) {
    if (at instanceof UnauthorizedError || (at instanceof SdkHttpError && at.status === 401)) return true;
    at = at instanceof Error ? at.cause : undefined;
  }
  return false;
}
