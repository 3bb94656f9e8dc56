// How a provider is reached, as a form has it while it is written: every field is text, and a saved value of a header is known
// by its name only. Pure.

import type { ProviderConnection, TypedConnection } from '../../../shared/features/models/methods.ts';

export interface HeaderRow {
  /** Its own in the form, to tell rows apart. */
  id: number;
  name: string;
  value: string;
  /** The name that a value is saved for. */
  saved: string | null;
}

export interface ConnectionDraft {
  headers: readonly HeaderRow[];
  proxy: string;
  certificate: string;
  idleTimeoutSeconds: string;
  connectTimeoutSeconds: string;
}

/** Seconds, as the host takes them. */
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

/** A saved value belongs to its name: under another it is to be entered again. */
export const keepsValue = ({ name, saved }: HeaderRow): boolean => saved?.toLowerCase() === name.trim().toLowerCase();

/** The times that are none. */
export function badTimes(draft: ConnectionDraft): TimeField[] {
  return timeFields.filter((field) => {
    const text = draft[field].trim();
    const [least, most] = timeBounds[field];
    return text !== '' && !(/^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most);
  });
}

/** Without empty rows: a row is named in an answer by its place among these. */
export function typedConnection(draft: ConnectionDraft): TypedConnection {
  const seconds = (text: string): number | null => (text.trim() === '' ? null : Number(text));
  return {
    headers: draft.headers.filter((row) => !isBlank(row)).map(({ name, value }) => ({ name, value })),
    proxy: draft.proxy,
    certificate: draft.certificate,
    idleTimeoutSeconds: seconds(draft.idleTimeoutSeconds),
    connectTimeoutSeconds: seconds(draft.connectTimeoutSeconds),
  };
}
