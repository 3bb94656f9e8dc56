// A provider's connection as edited in the form: every field is text; saved header values are known by name only. Pure.

import type { ConnectionInput, ProviderConnection } from '../../../shared/features/models/methods.ts';

export interface HeaderRow {
  /** Stable row id within the form. */
  id: number;
  name: string;
  value: string;
  /** The name under which a value is saved. */
  saved: string | null;
}

export interface ConnectionDraft {
  headers: readonly HeaderRow[];
  proxy: string;
  certificate: string;
  idleTimeoutSeconds: string;
  connectTimeoutSeconds: string;
}

/** In seconds; the host's limits. */
const timeBounds = { idleTimeoutSeconds: [5, 3600], connectTimeoutSeconds: [1, 300] } as const;
export type TimeField = keyof typeof timeBounds;
export const timeFields = Object.keys(timeBounds) as TimeField[];

export function connectionDraft(saved: ProviderConnection | undefined): ConnectionDraft {
  const { headers = [], proxy = '', certificate = '', idleTimeoutSeconds, connectTimeoutSeconds } = saved ?? {};
  return {
    headers: headers.map((name, id) => ({ id, name, value: '', saved: name })),
    proxy,
    certificate,
    idleTimeoutSeconds: String(idleTimeoutSeconds ?? ''),
    connectTimeoutSeconds: String(connectTimeoutSeconds ?? ''),
  };
}

export const isBlank = ({ name, value }: HeaderRow): boolean => name.trim() === '' && value.trim() === '';

/** A saved value belongs to its name; renaming the header requires a new value. */
export const keepsValue = ({ name, saved }: HeaderRow): boolean => saved?.toLowerCase() === name.trim().toLowerCase();

/** The invalid timeouts. */
export function invalidTimeouts(draft: ConnectionDraft): TimeField[] {
  return timeFields.filter((field) => {
    const text = draft[field].trim();
    const [min, max] = timeBounds[field];
    return text !== '' && !(/^\d{1,5}$/.test(text) && Number(text) >= min && Number(text) <= max);
  });
}

/** Omits empty rows: the host identifies a row by its index among the rest. */
export function connectionFromDraft(draft: ConnectionDraft): ConnectionInput {
  const seconds = (text: string): number | null => (text.trim() === '' ? null : Number(text));
  return {
    headers: draft.headers.filter((row) => !isBlank(row)).map(({ name, value }) => ({ name, value })),
    proxy: draft.proxy,
    certificate: draft.certificate,
    idleTimeoutSeconds: seconds(draft.idleTimeoutSeconds),
    connectTimeoutSeconds: seconds(draft.connectTimeoutSeconds),
  };
}
