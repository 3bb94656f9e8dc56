// Normalizes responses before the SDK validates them, by request method. A malformed part affects no other, and a
// completed call never fails because of its format.

import type { ContentBlock } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '../../../../shared/core/json.ts';
import { isSameJson } from '../resultContent.ts';
import { taskResult, withoutTask } from './receivedTasks.ts';
import { jsonText, toUsableBlock, toUsableBlocks, toUsableContents } from './usableBlocks.ts';

/** `params`: of the request. */
type Reader = (result: unknown, params: JsonObject) => JsonObject;

const readers: Readonly<Record<string, Reader>> = {
  initialize: connected,
  'tools/call': toolResult,
  'tasks/get': taskState,
  'tasks/result': toolResult,
  'prompts/get': prompt,
  'resources/read': resource,
  'completion/complete': completion,
  'tools/list': page('tools'),
  'prompts/list': page('prompts'),
  'resources/list': page('resources'),
  'resources/templates/list': page('resourceTemplates'),
};

/** Holds a page's raw entries: the SDK would reject all of them for a single invalid one. */
export const rawEntries = 'throughline/entries';

/** Required in each result since revision 2026-07-28; unknown before. */
const complete = { resultType: 'complete' };

/** Cache lifetime of a result, also required by that revision. Nothing is cached here. */
const uncached = { ttlMs: 0, cacheScope: 'private' };

export function toUsableResult(method: string | undefined, result: unknown, params: JsonObject): unknown {
  const read = method !== undefined && Object.hasOwn(readers, method) ? readers[method] : undefined;
  if (isJsonObject(result) && result.resultType === 'input_required') return result;
  if (read) return read(result, params);
  // Leave version negotiation alone.
  if (method === undefined || method === 'server/discover') return result ?? {};
  return isJsonObject(result ?? {}) ? { ...complete, ...(result as JsonObject | null) } : result;
}

function page(field: string): Reader {
  return (result) => {
    const { nextCursor, [field]: entries } = isJsonObject(result) ? result : {};
    return {
      ...complete,
      ...uncached,
      ...(typeof nextCursor === 'string' ? { nextCursor } : {}),
      [field]: [],
      [rawEntries]: entries,
    };
  };
}

function toolResult(result: unknown): JsonObject {
  if (!isJsonObject(result)) return { ...complete, content: toUsableBlocks(result) };
  const task = taskResult(result);
  if (task !== null) return task;
  // An unknown kind.
  if (result.content === undefined && isOther(result.resultType)) return result;
  const { content, isError, structuredContent: structure, _meta: meta, resultType: _complete, ...otherFields } = result;
  const blocks =
    content === undefined && structure === undefined ? contentFromFields(otherFields) : toUsableBlocks(content);
  return {
    ...complete,
    ...(isJsonObject(meta) ? { _meta: withoutTask(meta) } : {}),
    content: [...blocks, ...(structure === undefined || isJsonObject(structure) ? [] : asText(structure, blocks))],
    ...(isJsonObject(structure) ? { structuredContent: structure } : {}),
    ...(isTrue(isError) ? { isError: true } : {}),
  };
}

/** The result of a completed task is one of its fields. */
function taskState(state: unknown): JsonObject {
  if (!isJsonObject(state)) return { ...complete };
  return { ...state, ...complete, ...(isJsonObject(state.result) ? { result: toolResult(state.result) } : {}) };
}

function isOther(resultType: unknown): boolean {
  return typeof resultType === 'string' && resultType !== complete.resultType;
}

/** A result without content: shows its other fields instead. */
function contentFromFields(otherFields: JsonObject): ContentBlock[] {
  const values = Object.values(otherFields);
  if (values.length === 0) return [];
  const only = values.length === 1 ? values[0] : undefined;
  return [{ type: 'text', text: typeof only === 'string' ? only : jsonText(otherFields) }];
}

/** Structured content that is not an object, unless a text part already repeats it. */
function asText(structure: unknown, blocks: readonly ContentBlock[]): ContentBlock[] {
  const json = jsonText(structure);
  const isRepeated = blocks.some(
    (block) => block.type === 'text' && (block.text === structure || isSameJson(block.text, json)),
  );
  return isRepeated ? [] : [{ type: 'text', text: typeof structure === 'string' ? structure : json }];
}

function isTrue(value: unknown): boolean {
  return value === true || value === 1 || value === 'true';
}

function connected(result: unknown): JsonObject {
  if (!isJsonObject(result)) return {};
  const { serverInfo, capabilities, instructions, ...rest } = result;
  const { name, version, title } = isJsonObject(serverInfo) ? serverInfo : {};
  return {
    ...rest,
    capabilities: isJsonObject(capabilities) ? usableCapabilities(capabilities) : {},
    serverInfo: {
      name: stringOrNull(name) ?? '',
      version: stringOrNull(version) ?? '',
      ...(typeof title === 'string' ? { title } : {}),
    },
    ...(typeof instructions === 'string' ? { instructions } : {}),
  };
}

/** Some servers use booleans for capabilities. */
function usableCapabilities(raw: JsonObject): JsonObject {
  const entries = Object.entries(raw).flatMap(([name, value]): [string, unknown][] => {
    if (value === true) return [[name, {}]];
    return isJsonObject(value) ? [[name, value]] : [];
  });
  return Object.fromEntries(entries);
}

function stringOrNull(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

function prompt(result: unknown): JsonObject {
  const rawMessages = isJsonObject(result) ? (result.messages ?? result.content ?? []) : result;
  const messages = (Array.isArray(rawMessages) ? rawMessages : [rawMessages]).flatMap((message) => {
    const wrapped: JsonObject = isJsonObject(message) && message.content !== undefined ? message : { content: message };
    const { role, content } = wrapped;
    const validRole = role === 'assistant' ? 'assistant' : 'user';
    return (Array.isArray(content) ? content : [content]).map((part) => ({
      role: validRole,
      content: toUsableBlock(part),
    }));
  });
  return { ...complete, messages };
}

function resource(result: unknown, { uri }: JsonObject): JsonObject {
  const address = typeof uri === 'string' ? uri : '';
  const row = isJsonObject(result) ? result : { contents: result };
  const rawContents = row.contents ?? row.content ?? [];
  const parts = Array.isArray(rawContents) ? rawContents : [rawContents];
  return {
    ...complete,
    ...uncached,
    contents: parts.map((part) => toUsableContents(part, address) ?? unusableContents(part, address)),
  };
}

function unusableContents(part: unknown, uri: string) {
  return { uri, text: `[A part that has neither text nor data: ${jsonText(part).slice(0, 1000)}]` };
}

function completion(result: unknown): JsonObject {
  const row = isJsonObject(result) ? result : {};
  const completion = isJsonObject(row.completion) ? row.completion : row;
  const values = Array.isArray(completion.values) ? completion.values : [];
  const texts = values.filter((value) => typeof value === 'string' || typeof value === 'number').map(String);
  return { ...complete, completion: { values: texts.slice(0, 100) } };
}
