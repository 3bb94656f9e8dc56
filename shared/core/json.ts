// Reads untrusted JSON: no value is assumed to have the expected type.

export type JsonObject = Record<string, unknown>;

/** Arrays are no objects here. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an empty object for anything else. */
export function jsonObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
