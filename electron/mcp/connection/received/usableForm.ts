// Normalizes the schema of a requested form: the protocol allows only plain fields, but libraries write optional ones
// as a union with null.

import { isJsonObject, type JsonObject } from '../../../../shared/core/json.ts';

export function usableForm(schema: JsonObject): JsonObject {
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
