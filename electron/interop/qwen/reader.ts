// Reads a Qwen Code session record by record. Going back continues from an earlier record, so what was undone becomes a
// branch.

import type { ContentPart, Usage } from '../../../shared/conversation/message.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { bytesPart, callOf, contentOf, imagesIn, noTime, usageOf, withoutFields } from '../agentSessions/content.ts';
import { createSessionSteps, type RowPosition, strayResult } from '../agentSessions/sessionSteps.ts';
import type { History, HistoryProblem } from '../history.ts';
import { countOrUndefined, jsonObjectOrNull, objectsOf, textOrEmpty, timeOf } from '../looseJson.ts';
import { createImportedBytes } from '../web/importedBytes.ts';
import { detailsOf, outcomeOf, responseText } from './results.ts';

/** Of no use to a reader of the conversation, and most of the file. */
const noise = new Set([
  'ui_telemetry',
  'attribution_snapshot',
  'file_history_snapshot',
  'session_artifact_snapshot',
  'session_sources_snapshot',
]);

export interface QwenReader {
  take(line: number, row: JsonObject): void;
  /** Whether it is a sub-agent's session. */
  isAgent(): boolean;
  /** Call once. */
  history(): Promise<History>;
  callPosition(id: string): { messageId: string; index: number } | null;
}

export function isRecord(row: JsonObject): boolean {
  return typeof row.uuid === 'string' && typeof row.type === 'string' && 'parentUuid' in row;
}

/** `session`: for a sub-agent, the name of its session. */
export function createQwenReader(fileName: string, session: string | null, problems: HistoryProblem[]): QwenReader {
  const stem = fileName.replace(/^.*[\\/]/, '').replace(/\.jsonl$/i, '');
  const bytes = createImportedBytes();
  let name = session ?? stem;
  const steps = createSessionSteps('qwen');
  let [title, folder, time] = ['', null as string | null, noTime];
  let [isFirst, isSide] = [true, false];

  function partsOf(parts: readonly JsonObject[]): ContentPart[] {
    return parts.flatMap((part): ContentPart[] => {
      if (typeof part.text === 'string') return part.text === '' ? [] : [{ type: 'text', text: part.text }];
      const data = jsonObjectOrNull(part.inlineData);
      if (data)
        return [bytesPart(bytes, { data: data.data, mediaType: data.mimeType, name: textOrEmpty(data.displayName) })];
      const file = jsonObjectOrNull(part.fileData);
      return file ? [{ type: 'text', text: `[${textOrEmpty(file.displayName) || textOrEmpty(file.fileUri)}]` }] : [];
    });
  }

  const keptOf = (row: JsonObject): JsonObject =>
    withoutFields(
      row,
      'uuid',
      'parentUuid',
      'sessionId',
      'timestamp',
      'type',
      'message',
      'cwd',
      'usageMetadata',
      'toolCallResult',
    );

  function takeUser(place: RowPosition, line: number, row: JsonObject): void {
    const parts = objectsOf(jsonObjectOrNull(row.message)?.parts);
    for (const part of parts) {
      const response = jsonObjectOrNull(part.functionResponse);
      if (response) takeResponse(place, line, row, response);
    }
    const spoken = parts.filter((part) => !jsonObjectOrNull(part.functionResponse));
    if (spoken.length === 0) return;
    const content = contentOf(partsOf(spoken));
    const base = { name: place.id, createdAt: time, origin: { ids: [place.id], kept: keptOf(row) } };
    const ofProgram =
      row.provenance === 'system' || (row.subtype !== undefined && row.subtype !== 'mid_turn_user_message');
    if (!ofProgram) steps.add(place, { ...base, role: 'user', content });
    else {
      const text =
        typeof content === 'string'
          ? content
          : content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      steps.add(place, { ...base, role: 'system', partType: 'environment', content: text });
    }
  }

  function takeReply(place: RowPosition, row: JsonObject): void {
    const parts = objectsOf(jsonObjectOrNull(row.message)?.parts);
    const textsOf = (isThought: boolean): string =>
      parts.flatMap((part) => ((part.thought === true) === isThought ? [textOrEmpty(part.text)] : [])).join('');
    const calls = parts.flatMap((part, at) => {
      const call = jsonObjectOrNull(part.functionCall);
      return call ? [callOf(call.id, call.name, call.args, `${place.id}_${at}`)] : [];
    });
    const usage = usageIn(jsonObjectOrNull(row.usageMetadata));
    const [text, thinking, model] = [textsOf(false), textsOf(true), textOrEmpty(row.model)];
    const signed = parts.filter(({ thoughtSignature }) => thoughtSignature !== undefined);
    steps.reply(place, {
      ...{ name: place.id, createdAt: time, role: 'assistant', content: text || null },
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
      ...(thinking === '' ? {} : { reasoning: thinking }),
      ...(model === '' ? {} : { model }),
      ...(usage ? { usage } : {}),
      origin: { ids: [place.id], kept: { ...keptOf(row), ...(signed.length > 0 ? { signed } : {}) } },
    });
  }

  function takeResponse(place: RowPosition, line: number, row: JsonObject, response: JsonObject): void {
    const about = jsonObjectOrNull(row.toolCallResult) ?? {};
    const content = responseText(response, about);
    const outcome = outcomeOf(about, response, content);
    const otherFields = { toolCallResult: withoutFields(about, 'resultDisplay', 'responseParts') };
    const images = imagesIn(partsOf(objectsOf(response.parts)));
    const added = steps.result(
      place,
      { id: textOrEmpty(response.id) || textOrEmpty(about.callId) || null, tool: textOrEmpty(response.name) },
      {
        name: place.id,
        createdAt: time,
        content,
        outcome,
        details: detailsOf(about, content, outcome),
        images,
        kept: otherFields,
      },
    );
    if (added !== 'added') problems.push(strayResult(fileName, line, added));
  }

  function takeSystem(place: RowPosition, row: JsonObject): void {
    const payload = jsonObjectOrNull(row.systemPayload) ?? {};
    if (row.subtype === 'custom_title') title = textOrEmpty(payload.customTitle) || title;
    const event = jsonObjectOrNull(payload.uiEvent);
    const isError = textOrEmpty(event?.['event.name']).endsWith('.api_error') && event?.subagent_id === undefined;
    if (row.subtype === 'chat_compression') takeCompression(place, row, payload);
    else if (event && isError) takeError(place, event);
    else steps.pass(place, noise.has(textOrEmpty(row.subtype)) ? null : row);
  }

  function takeError(place: RowPosition, event: JsonObject): void {
    const status = countOrUndefined(event.status_code);
    const message = textOrEmpty(event.error_message) || textOrEmpty(event.error) || 'unknown';
    steps.add(place, {
      ...{ name: place.id, createdAt: time, role: 'assistant', content: null, partType: 'error' },
      error: { code: 'LLM_ERROR', message, ...(status === undefined ? {} : { status }) },
      origin: { ids: [place.id] },
    });
  }

  /** The record has the whole history that is sent from now on: the summary, and what followed it. */
  function takeCompression(place: RowPosition, row: JsonObject, payload: JsonObject): void {
    const history = objectsOf(payload.compressedHistory);
    const texts = history.map((item) => ({
      role: item.role,
      text: objectsOf(item.parts)
        .map(({ text }) => textOrEmpty(text))
        .join(''),
    }));
    const summary = texts.find(({ role, text }) => role === 'user' && text.trim() !== '')?.text ?? '';
    if (summary === '') {
      steps.pass(place, row);
      return;
    }
    const info = jsonObjectOrNull(payload.info) ?? {};
    steps.summary(place, {
      ...{ name: place.id, createdAt: time, text: summary, firstKept: null },
      tokensBefore: countOrUndefined(info.originalTokenCount) ?? 0,
      tokensAfter: countOrUndefined(info.newTokenCount) ?? 0,
      besideTexts: new Set(
        texts.flatMap(({ role, text }) => (role === 'user' && text !== summary && text !== '' ? [text] : [])),
      ),
      kept: { info },
    });
  }

  return {
    take(line, row) {
      if (!isRecord(row)) {
        steps.pass({ id: `line ${line}`, parent: undefined }, row);
        return;
      }
      time = timeOf(row.timestamp) ?? time;
      folder ??= textOrEmpty(row.cwd) || null;
      if (isFirst) {
        isFirst = false;
        isSide = row.isSidechain === true;
        const id = textOrEmpty(row.sessionId);
        if (session === null && id !== '') name = isSide ? `${id}/${textOrEmpty(row.agentId)}` : id;
      }
      const parent = row.parentUuid === null || typeof row.parentUuid === 'string' ? row.parentUuid : undefined;
      const place: RowPosition = { id: textOrEmpty(row.uuid), parent };
      if (row.type === 'assistant') takeReply(place, row);
      else if (row.type === 'user' || row.type === 'tool_result') takeUser(place, line, row);
      else takeSystem(place, row);
    },
    isAgent: () => isSide,
    async history() {
      const built = await steps.build(name);
      return {
        program: 'qwen',
        session: name,
        title,
        folder,
        ...built,
        agents: [],
        attachments: bytes.all,
        problems: [],
      };
    },
    callPosition: (id) => steps.callPosition(id),
  };
}

/** Gemini's counts: the output excludes thinking, unless the sum shows that it does not. */
function usageIn(counts: JsonObject | null): Usage | null {
  if (!counts) return null;
  const [input, output, thoughts] = ['promptTokenCount', 'candidatesTokenCount', 'thoughtsTokenCount'].map((field) =>
    countOrUndefined(counts[field]),
  );
  const isBeside = counts.totalTokenCount === (input ?? 0) + (output ?? 0) + (thoughts ?? 0);
  return usageOf({
    inputTokens: input,
    outputTokens: isBeside ? (output ?? 0) + (thoughts ?? 0) : output,
    cachedInputTokens: counts.cachedContentTokenCount,
    reasoningTokens: thoughts,
  });
}
