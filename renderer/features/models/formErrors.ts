// Assigns the host's errors to fields of the provider form, with the host's suggestion if there is one.

import type { AppError } from '../../../shared/core/errors.ts';
import { type ProviderKind, providerKinds } from '../../../shared/features/models/providerKind.ts';

/** By field name: `name`, `baseUrl`, `key`, `model`, `headers.<index>`, the timeouts; otherwise `other`. */
export type FormErrors = Readonly<Record<string, string | undefined>>;

export const noErrors: FormErrors = {};

/** An address where the same or the well-known server responds. */
export interface Suggestion {
  kind: ProviderKind;
  baseUrl: string;
}

const fields = /^(?:name|baseUrl|key|proxy|certificate|headers\.\d+|idleTimeoutSeconds|connectTimeoutSeconds)$/;
const ofConnection = /^(?:proxy|certificate|headers\.|idle|connect)/;

/** `needsKey`: the message for a refusal when no key was sent. */
export function formErrors(error: AppError, needsKey?: string): FormErrors {
  const { code, message, details } = error;
  const field = typeof details?.field === 'string' ? details.field : '';
  if (fields.test(field)) return { [field]: message };
  if (code === 'LLM_AUTH_FAILED') return { key: needsKey ?? message };
  if (code === 'LLM_NETWORK' || code === 'LLM_TIMEOUT' || code === 'LLM_HTTP_ERROR' || code === 'LLM_BAD_RESPONSE') {
    return { baseUrl: message };
  }
  if (code === 'SETTINGS_INVALID' || code === 'PARAMS_INVALID') {
    // The host assigns no field to these, and its `said` is in English.
    const reason = String(details?.said ?? message);
    if (/^(?:A|The saved) key /.test(reason)) return { key: message };
    if (/baseUrl|address/i.test(reason)) return { baseUrl: message };
  }
  return { other: message };
}

export function hasConnectionError(errors: FormErrors): boolean {
  return Object.entries(errors).some(([field, error]) => error !== undefined && ofConnection.test(field));
}

export function suggestionOf({ details }: AppError): Suggestion | null {
  const { kind, baseUrl } = (details?.suggestion ?? {}) as Partial<Record<keyof Suggestion, unknown>>;
  const knownKind = providerKinds.find((each) => each === kind);
  return knownKind && typeof baseUrl === 'string' ? { kind: knownKind, baseUrl } : null;
}
