// Normalizes a server's messages before the SDK validates them. Used by both transports; all later code sees messages
// that follow the protocol.

import { isJsonObject, type JsonObject } from '../../../../shared/core/json.ts';
import { toUsableResult } from './usableResults.ts';
import { withoutNulls } from './withoutNulls.ts';

export interface ReceivedMessages {
  /** Remembers a request, so that its response can be interpreted. */
  sent(message: unknown): void;
  /** Normalizes a message or a list of them; returns other values as is. */
  read(value: unknown): unknown;
}

/** Maximum pending requests, since a server may never answer. */
const maxAsked = 1000;

export function createReceivedMessages(): ReceivedMessages {
  /** Keyed by string: some servers answer 3 with "3". */
  const requests = new Map<string, { method: string; params: JsonObject }>();

  function read(message: JsonObject): JsonObject {
    const { id, method, error, result, ...fields } = withoutNulls(message);
    const rest = { ...fields, jsonrpc: '2.0' };
    const idField = id === undefined ? {} : { id };
    if (typeof method === 'string') return usableRequest({ ...rest, ...idField, method });
    const question = requests.get(String(id));
    requests.delete(String(id));
    if (error !== undefined && !(result !== undefined && isEmpty(error))) {
      return { ...rest, ...idField, error: usableError(error) };
    }
    if (id === undefined) return message;
    return { ...rest, id, result: toUsableResult(question?.method, result, question?.params ?? {}) };
  }

  return {
    sent(message) {
      for (const one of Array.isArray(message) ? message : [message]) {
        if (!isJsonObject(one) || typeof one.method !== 'string' || one.id === undefined) continue;
        const [oldest] = requests.keys();
        if (requests.size >= maxAsked && oldest !== undefined) requests.delete(oldest);
        requests.set(String(one.id), { method: one.method, params: isJsonObject(one.params) ? one.params : {} });
      }
    },
    read(value) {
      if (Array.isArray(value)) return value.map((one) => (isMessage(one) ? read(one) : one));
      return isMessage(value) ? read(value) : value;
    },
  };
}

function isMessage(value: unknown): value is JsonObject {
  if (!isJsonObject(value)) return false;
  const { jsonrpc, id, method, result, error } = value;
  if (jsonrpc !== undefined && jsonrpc !== null) return jsonrpc === '2.0';
  return typeof method === 'string' || (id !== undefined && (result !== undefined || error !== undefined));
}

/** An empty error alongside a result. */
function isEmpty(error: unknown): boolean {
  return isJsonObject(error) ? Object.keys(error).length === 0 : error === '' || error === false;
}

/** Normalizes the form that a request asks for, if any. */
export function usableRequest(message: JsonObject): JsonObject {
  const { params } = message;
  if (message.method !== 'elicitation/create' || !isJsonObject(params) || !isJsonObject(params.requestedSchema))
    return message;
  return { ...message, params: { ...params, requestedSchema: usableForm(params.requestedSchema) } };
}

/** Some servers send only the error's text. */
function usableError(error: unknown): JsonObject {
  const row = isJsonObject(error) ? error : { message: error };
  const code = Number(row.code);
  return {
    ...row,
    code: Number.isSafeInteger(code) ? code : -32603,
    message: typeof row.message === 'string' ? row.message : (JSON.stringify(row.message ?? row) ?? 'unknown'),
  };
}

/**
 * Normalizes the schema of a requested form: the protocol allows only plain fields, but libraries write optional ones
 * as a union with null.
 */
function usableForm(schema: JsonObject): JsonObject {
  const { properties } = schema;
  if (!isJsonObject(properties)) return { type: 'object', ...schema, properties: {} };
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    isJsonObject(field) ? usableField(field) : field,
  ]);
  return { type: 'object', ...schema, properties: Object.fromEntries(fields) };
}

function usableField(field: JsonObject): JsonObject {
  const { anyOf, oneOf, type, default: preset, ...rest } = field;
  const defaultField = preset === null || preset === undefined ? {} : { default: preset };
  const choice = [anyOf, oneOf].find(Array.isArray)?.filter((one) => !(isJsonObject(one) && one.type === 'null'));
  const [only, ...more] = choice ?? [];
  if (isJsonObject(only) && more.length === 0 && only.const === undefined)
    return { ...usableField(only), ...rest, ...defaultField };
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type];
  return {
    ...field,
    ...(types.length === 1 && types[0] !== undefined ? { type: types[0] } : {}),
    ...(preset === null ? { default: undefined } : {}),
  };
}
