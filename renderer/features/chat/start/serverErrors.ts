// Beside which field of a server's form an error belongs.

import type { AppError } from '../../../../shared/errors.ts';

export interface ServerErrors {
  name?: string;
  baseUrl?: string;
  key?: string;
  other?: string;
}

export function serverErrors(error: AppError): ServerErrors {
  const { code, message, details } = error;
  const field = typeof details?.field === 'string' ? details.field : '';
  if (field === 'name' || field === 'baseUrl' || field === 'key') return { [field]: message };
  if (code === 'LLM_AUTH_FAILED') return { key: message };
  if (code === 'LLM_NETWORK' || code === 'LLM_TIMEOUT' || code === 'LLM_HTTP_ERROR' || code === 'LLM_BAD_RESPONSE') {
    return { baseUrl: message };
  }
  if ((code === 'SETTINGS_INVALID' || code === 'PARAMS_INVALID') && /baseUrl|address/i.test(message)) {
    return { baseUrl: message };
  }
  return { other: message };
}
