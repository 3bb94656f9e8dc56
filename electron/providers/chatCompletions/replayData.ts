// Collects the provider-specific parts of a streamed reply: data that must be sent back verbatim, and cited sources.
// Merges consecutive pieces of the same part.

import type { JsonObject } from '../../../shared/core/json.ts';
import { isTooDeep, objectOrNull, stringOrEmpty } from '../http/replyReader.ts';

/** Stored in a message's `providerData.openai`, next to `provider` and `model`. */
export interface ReplayData {
  /** OpenRouter's format, which others adopted. */
  reasoning_details?: JsonObject[];
  /** Mistral: content parts, including thinking. */
  content?: JsonObject[];
  /** Google: extra fields of each call, by index. */
  calls?: Record<string, JsonObject>;
  /** Google: extra fields of the message. */
  extra_content?: JsonObject;
  /** Never sent back. */
  sources?: { citations?: unknown[]; search_results?: unknown[]; annotations?: unknown[] };
}

export interface ReplyKeeper {
  event(event: JsonObject): void;
  /** `textBefore`: the text before this delta. */
  delta(delta: JsonObject, textBefore: string): void;
  call(position: number, entry: unknown): void;
  /** Returns null if there is nothing to keep, or too much. */
  data(): ReplayData | null;
}

const maxKept = 4_000_000;
const maxSources = 1000;

export function createReplayCollector(): ReplyKeeper {
  const details: JsonObject[] = [];
  const parts: JsonObject[] = [];
  const calls: Record<string, JsonObject> = {};
  const annotations: unknown[] = [];
  let messageFields: JsonObject | null = null;
  let citations: unknown[] = [];
  let results: unknown[] = [];
  let characters = 0;

  /** Whether a value is small and shallow enough to keep. */
  const fitsLimit = (value: unknown): boolean => {
    if (isTooDeep(value)) characters = maxKept + 1;
    else if (characters <= maxKept) characters += JSON.stringify(value).length;
    return characters <= maxKept;
  };
  const addPart = (part: JsonObject): void => {
    const last = parts.at(-1);
    const isText = part.type === 'text' && last?.type === 'text';
    const isThought = part.type === 'thinking' && last?.type === 'thinking' && !last.closed;
    if (isText) last.text = stringOrEmpty(last.text) + stringOrEmpty(part.text);
    else if (isThought)
      parts[parts.length - 1] = { ...last, ...part, thinking: joinedThinking(last.thinking, part.thinking) };
    else parts.push({ ...part });
  };

  return {
    event(event) {
      for (const [name, take] of [
        ['citations', (list: unknown[]) => (citations = list)],
        ['search_results', (list: unknown[]) => (results = list)],
      ] as const) {
        const list = event[name];
        if (Array.isArray(list) && list.length > 0 && list.length <= maxSources && !isTooDeep(list)) take(list);
      }
    },
    delta(delta, textBefore) {
      const newDetails = Array.isArray(delta.reasoning_details) ? delta.reasoning_details : [];
      for (const detail of newDetails.map(objectOrNull)) if (detail && fitsLimit(detail)) addDetail(details, detail);
      // Plain text content needs no part list.
      if (Array.isArray(delta.content) && parts.length === 0 && textBefore !== '')
        addPart({ type: 'text', text: textBefore });
      const list = Array.isArray(delta.content)
        ? delta.content.map(objectOrNull)
        : parts.length > 0
          ? [textPart(delta)]
          : [];
      for (const part of list) if (part && (part.type !== 'text' || part.text !== '') && fitsLimit(part)) addPart(part);
      const extra = objectOrNull(delta.extra_content);
      if (extra && fitsLimit(extra)) messageFields = extra;
      const named = Array.isArray(delta.annotations) ? delta.annotations : [];
      for (const one of named) if (annotations.length < maxSources && fitsLimit(one)) annotations.push(one);
    },
    call(position, entry) {
      const extra = objectOrNull(objectOrNull(entry)?.extra_content);
      if (extra && fitsLimit(extra)) calls[String(position)] = extra;
    },
    data() {
      const sources = {
        ...(citations.length > 0 ? { citations } : {}),
        ...(results.length > 0 ? { search_results: results } : {}),
        ...(annotations.length > 0 && characters <= maxKept ? { annotations } : {}),
      };
      const isWhole = characters <= maxKept;
      const result: ReplayData = {
        ...(isWhole && details.length > 0 ? { reasoning_details: details } : {}),
        ...(isWhole && parts.some((part) => part.type !== 'text') ? { content: parts } : {}),
        ...(isWhole && Object.keys(calls).length > 0 ? { calls } : {}),
        ...(isWhole && messageFields ? { extra_content: messageFields } : {}),
        ...(Object.keys(sources).length > 0 ? { sources } : {}),
      };
      return Object.keys(result).length > 0 ? result : null;
    },
  };
}

function textPart(delta: JsonObject): JsonObject {
  return { type: 'text', text: stringOrEmpty(delta.content) };
}

/** Fields that grow with each piece, by kind of detail. */
const growing = ['text', 'summary'] as const;

function addDetail(details: JsonObject[], detail: JsonObject): void {
  const existing = details.findLast(
    (one) => one.type === detail.type && one.index === detail.index && sameId(one, detail),
  );
  // Encrypted details arrive whole, possibly repeatedly.
  const isSealed = detail.type === 'reasoning.encrypted';
  if (isSealed && existing && existing.data === detail.data) return;
  const goesOn = existing && !isSealed && (detail.index !== undefined || existing === details.at(-1));
  if (!goesOn) {
    details.push({ ...detail });
    return;
  }
  for (const [key, value] of Object.entries(detail)) {
    const grows = growing.some((name) => name === key) && typeof value === 'string';
    if (grows) existing[key] = stringOrEmpty(existing[key]) + value;
    else if (value !== null && value !== undefined) existing[key] = value;
  }
}

function sameId(one: JsonObject, other: JsonObject): boolean {
  return !one.id || !other.id || one.id === other.id;
}

function joinedThinking(before: unknown, more: unknown): unknown {
  if (typeof before === 'string' && typeof more === 'string') return before + more;
  const list = [...asList(before)];
  for (const piece of asList(more)) {
    const [last, next] = [objectOrNull(list.at(-1)), objectOrNull(piece)];
    const joins = last?.type === 'text' && next?.type === 'text';
    if (joins) list[list.length - 1] = { ...last, ...next, text: stringOrEmpty(last.text) + stringOrEmpty(next.text) };
    else list.push(piece);
  }
  return list;
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : typeof value === 'string' ? [{ type: 'text', text: value }] : [];
}

/** Extracts thinking that is only present in the details. */
export function detailsText(value: unknown): string {
  const list = Array.isArray(value) ? value : [];
  return list
    .map((detail) => stringOrEmpty(objectOrNull(detail)?.text) || stringOrEmpty(objectOrNull(detail)?.summary))
    .join('');
}
