// Reads the messages of a Cline session: calls are blocks of a reply, each result is a user message of its own.

import type { ContentPart, Outcome, ToolDetails } from '../../../shared/conversation/message.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import {
  bytesPart,
  callOf,
  contentOf,
  imagesIn,
  noTime,
  textIn,
  usageOf,
  withoutFields,
} from '../agentSessions/content.ts';
import { createSessionSteps, type RowPosition, strayResult } from '../agentSessions/sessionSteps.ts';
import type { History, HistoryProblem } from '../history.ts';
import { countOrUndefined, jsonObjectOrNull, objectsOf, parseLooseJson, textOrEmpty, timeOf } from '../looseJson.ts';
import { createImportedBytes } from '../web/importedBytes.ts';
import { jsonTextOf } from '../web/values.ts';
import { userWords } from './sessionFacts.ts';

type Names = Pick<History, 'session' | 'title' | 'folder'>;

export function createClineReader(fileName: string, problems: HistoryProblem[]) {
  const bytes = createImportedBytes();
  const steps = createSessionSteps('cline');
  let compaction: { after: string; summary: JsonObject; firstKept: string | null } | null = null;
  let time = noTime;

  function partsOf(content: unknown): ContentPart[] {
    if (typeof content === 'string') return [{ type: 'text', text: userWords(content) }];
    return objectsOf(content).flatMap((block): ContentPart[] => {
      if (block.type === 'tool_result') return [];
      if (typeof block.text === 'string')
        return block.text === '' ? [] : [{ type: 'text', text: userWords(block.text) }];
      const source = jsonObjectOrNull(block.source) ?? block;
      const name = textOrEmpty(block.path) || textOrEmpty(block.name) || textOrEmpty(block.title);
      if (typeof block.content === 'string') return [{ type: 'text', text: `[${name}]\n${block.content}` }];
      const mediaType = source.mediaType ?? source.media_type ?? source.mimeType;
      return [bytesPart(bytes, { data: source.data, mediaType, name: name || textOrEmpty(block.type) })];
    });
  }

  function takeUser(place: RowPosition, line: number, message: JsonObject): void {
    const blocks = objectsOf(message.content);
    for (const block of blocks) if (block.type === 'tool_result') takeResult(place, line, block);
    const parts = partsOf(message.content);
    if (parts.length === 0) return;
    const metadata = jsonObjectOrNull(message.metadata) ?? {};
    const otherFields = withoutFields(message, 'id', 'role', 'content', 'ts');
    const base = { name: place.id, createdAt: time, origin: { ids: [place.id], kept: otherFields } };
    const ofProgram =
      metadata.userRunSpan === 0 || metadata.displayRole === 'system' || /^\[SYSTEM\] /.test(textIn(parts));
    if (ofProgram) steps.add(place, { ...base, role: 'system', partType: 'environment', content: textIn(parts) });
    else steps.add(place, { ...base, role: 'user', content: contentOf(parts) });
  }

  function takeReply(place: RowPosition, message: JsonObject): void {
    const blocks =
      typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : objectsOf(message.content);
    const textsOf = (type: string, field: string): string =>
      blocks
        .flatMap((block: JsonObject) => (block.type === type ? [textOrEmpty(block[field])] : []))
        .filter((text) => text !== '')
        .join('\n\n');
    const model = textOrEmpty(jsonObjectOrNull(message.modelInfo)?.id);
    const base = { name: place.id, createdAt: time, ...(model === '' ? {} : { model }) };
    const text = textsOf('text', 'text');
    const otherFields = withoutFields(message, 'id', 'role', 'content', 'ts', 'metrics');
    if (jsonObjectOrNull(message.metadata)?.displayRole === 'error') {
      const error = { code: 'LLM_ERROR', message: text || 'unknown' };
      steps.add(place, {
        ...base,
        role: 'assistant',
        content: null,
        partType: 'error',
        error,
        origin: { ids: [place.id], kept: otherFields },
      });
      return;
    }
    const calls = blocks
      .filter(({ type }) => type === 'tool_use')
      .map((block: JsonObject, at) => callOf(block.id, block.name, block.input, `${place.id}_${at}`));
    const thinking = textsOf('thinking', 'thinking');
    const metrics = jsonObjectOrNull(message.metrics) ?? {};
    const cost = countOrUndefined(metrics.cost);
    const usage = usageOf({
      inputTokens: metrics.inputTokens,
      outputTokens: metrics.outputTokens,
      cachedInputTokens: metrics.cacheReadTokens,
      cacheWriteTokens: metrics.cacheWriteTokens,
      ...(cost ? { reportedCost: cost } : {}),
    });
    steps.reply(place, {
      ...{ ...base, role: 'assistant', content: text || null },
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
      ...(thinking === '' ? {} : { reasoning: thinking }),
      ...(usage ? { usage } : {}),
      origin: { ids: [place.id], kept: otherFields },
    });
  }

  function takeResult(place: RowPosition, line: number, block: JsonObject): void {
    const items = itemsOf(block.content);
    const parts = items.flatMap((item) => itemParts(item, items.length > 1));
    const content = textIn(parts);
    const isFailed = block.is_error === true || items.some(({ success }) => success === false);
    const added = steps.result(
      place,
      { id: textOrEmpty(block.tool_use_id) || null, tool: textOrEmpty(block.name) },
      {
        ...{ name: `${place.id} result`, createdAt: time, content, images: imagesIn(parts) },
        outcome: outcomeOf(content, isFailed),
        details: detailsOf(block, items, content, isFailed),
        kept: items.length > 1 ? { content: items.map((item) => withoutFields(item, 'result')) } : {},
      },
    );
    if (added !== 'added') problems.push(strayResult(fileName, line, added));
  }

  /** A result has one item for each command or file: what was asked, and its result or error. */
  function itemParts(item: JsonObject, isOneOfMany: boolean): ContentPart[] {
    if (typeof item.text === 'string' || item.type === 'image') return partsOf([item]);
    const { result, error, query } = item;
    const parts: ContentPart[] = isOneOfMany && typeof query === 'string' ? [{ type: 'text', text: `$ ${query}` }] : [];
    if (Array.isArray(result)) parts.push(...partsOf(result));
    else if (result !== undefined && result !== '') parts.push({ type: 'text', text: jsonTextOf(result) });
    const isSaid = typeof result === 'string' && typeof error === 'string' && result.includes(error);
    if (typeof error === 'string' && !isSaid) parts.push({ type: 'text', text: error });
    return parts;
  }

  function addSummary(place: RowPosition): void {
    const { summary, firstKept } = compaction ?? {};
    const metadata = jsonObjectOrNull(summary?.metadata) ?? {};
    const text = textOrEmpty(metadata.summary) || textIn(partsOf(summary?.content));
    if (text === '') return;
    steps.summary(
      { id: `${place.id} summary`, parent: undefined },
      {
        ...{ name: `${place.id} summary`, text, firstKept: firstKept ?? null, besideTexts: new Set<string>() },
        createdAt: timeOf(metadata.generatedAt) ?? time,
        tokensBefore: countOrUndefined(metadata.tokensBefore) ?? 0,
        tokensAfter: countOrUndefined(metadata.tokensAfter) ?? 0,
        kept: { details: metadata.details ?? null },
      },
    );
  }

  return {
    /** Before the messages: the newest compaction, and after which message it was made. */
    compaction(given: JsonObject): void {
      const [summary, ...kept] = objectsOf(given.messages);
      const after = /^id:(.+)$/.exec(textOrEmpty(given.source_last_message_key))?.[1];
      if (!summary || after === undefined) return;
      const first = kept.find(({ id }) => typeof id === 'string');
      compaction = { after, summary, firstKept: textOrEmpty(first?.id) || null };
    },
    take(line: number, value: unknown): void {
      const message = jsonObjectOrNull(value);
      if (!message) {
        problems.push({ file: fileName, line, message: say`The message is not a JSON object` });
        return;
      }
      time = timeOf(message.ts) ?? time;
      const place: RowPosition = { id: textOrEmpty(message.id) || `line ${line}`, parent: undefined };
      if (message.role === 'user') takeUser(place, line, message);
      else if (message.role === 'assistant') takeReply(place, message);
      else steps.pass(place, message);
      if (compaction?.after === place.id) addSummary(place);
    },
    async history(names: Names): Promise<History> {
      const built = await steps.build(names.session);
      return { program: 'cline', ...names, ...built, agents: [], attachments: bytes.all, problems: [] };
    },
  };
}

/** Items are a list, or JSON text of one; other content is one item of text. */
function itemsOf(content: unknown): JsonObject[] {
  if (Array.isArray(content)) return objectsOf(content);
  if (typeof content !== 'string') return [];
  const parsed = /^\s*[[{]/.test(content) ? parseLooseJson(content) : { value: null };
  const value = 'value' in parsed ? parsed.value : null;
  const items = Array.isArray(value) ? objectsOf(value) : [jsonObjectOrNull(value)].filter((one) => one !== null);
  const isOwn = items.length > 0 && items.every((item) => 'result' in item || 'error' in item);
  return isOwn ? items : [{ text: content }];
}

const refusedText =
  /requires approval|(?:user|permission)\b[^.]*\b(?:denied|declined|rejected)|(?:denied|declined|rejected) by (?:the )?user/i;

function outcomeOf(content: string, isFailed: boolean): Outcome {
  if (!isFailed) return 'ok';
  if (refusedText.test(content)) return 'denied';
  return /Command was aborted|aborted by (?:the )?user/i.test(content) ? 'cancelled' : 'error';
}

function detailsOf(block: JsonObject, items: readonly JsonObject[], content: string, isFailed: boolean): ToolDetails {
  const isDenied = outcomeOf(content, isFailed) === 'denied';
  const isOneCommand = /^(?:run_commands|execute_command|bash)$/.test(textOrEmpty(block.name)) && items.length === 1;
  const exit = /exited with code (\d+)/.exec(content)?.[1];
  return {
    ...(isOneCommand && exit !== undefined ? { exitCode: Number(exit) } : {}),
    ...(isOneCommand && !isFailed ? { exitCode: 0 } : {}),
    ...(isDenied ? { refused: { by: /requires approval in a TTY/.test(content) ? 'nobody' : 'person' } } : {}),
  };
}
