// The body of an error response, in each provider's format.

import type { ProviderKind } from '../../../shared/features/models/providerKind.ts';

export function refusal(kind: ProviderKind, status: number, message: string, code?: string): unknown {
  switch (kind) {
    case 'openai':
    case 'responses':
      return { error: { message, type: typeOf(status), param: null, code: code ?? null } };
    case 'anthropic':
      return { type: 'error', error: { type: code ?? typeOf(status), message }, request_id: 'req_011' };
    case 'gemini':
      return { error: { code: status, message, status: code ?? googleStatus[status] ?? 'UNKNOWN' } };
    case 'ollama':
      return { error: message };
  }
}

function typeOf(status: number): string {
  const types: Record<number, string> = {
    400: 'invalid_request_error',
    401: 'authentication_error',
    403: 'permission_error',
    404: 'not_found_error',
    413: 'request_too_large',
    429: 'rate_limit_error',
    529: 'overloaded_error',
  };
  return types[status] ?? 'api_error';
}

const googleStatus: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};
