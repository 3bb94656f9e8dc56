// The line of a result: its block for the model, and `toolUseResult`, in the tool's format, for the app's UI.

import type { ToolMessage } from '../../../shared/conversation/message.ts';
import { isBlankText } from '../../../shared/conversation/sendable.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import type { ExportSource } from '../history.ts';
import { jsonObjectOrNull } from '../looseJson.ts';
import { imagesOf } from '../web/validParts.ts';
import { bytesReference } from './bytes.ts';
import { type OriginalData, originalDataOf } from './originalData.ts';
import type { WrittenCall } from './replyBlocks.ts';
import { toolForm } from './toolForms.ts';
import { nonEmptyText } from './values.ts';

interface ResultLineInput {
  conversation: ExportSource;
  record: ToolMessage;
  call: WrittenCall;
  /** Our tool name. */
  toolName: string;
  /** The agent that it started. */
  agent: string | null;
  /** UUID of the call's line, to tell parallel results apart. */
  source: string | undefined;
  names: { session: string; spilled: Map<string, string> };
}

/** Limit for the full result in the UI; the model gets the text it has already seen. */
const maxVisibleLength = 1_000_000;

export async function buildResultLine(line: ResultLineInput): Promise<JsonObject> {
  const originalData = originalDataOf(line.record);
  return originalData?.lines.length ? keptLine(line, originalData) : ownLine(line);
}

async function keptLine(
  { conversation, record, call, names }: ResultLineInput,
  originalData: OriginalData,
): Promise<JsonObject> {
  const rest = originalData.lines[0]?.line ?? {};
  const { is_error: failed, ...blockFields } = jsonObjectOrNull(originalData.block) ?? {};
  const isError = typeof failed === 'boolean' ? { is_error: failed } : {};
  const content = originalData.content ?? record.content;
  const block = { tool_use_id: call.id, type: 'tool_result', content, ...blockFields, ...isError };
  const line: JsonObject = {
    type: 'user',
    ...rest,
    message: { role: 'user', ...jsonObjectOrNull(rest.message), content: [block] },
  };
  const path = nonEmptyText(jsonObjectOrNull(rest.toolUseResult)?.persistedOutputPath);
  const match = path === null ? null : /^(.*[\\/])[^\\/]+([\\/]tool-results[\\/])([^\\/]+)$/.exec(path);
  if (!match || path === null || originalData.content === undefined) return line;
  const [, before, between, name = ''] = match;
  names.spilled.set(name, await conversation.result(record));
  const newPath = `${before}${names.session}${between}${name}`;
  return {
    ...line,
    toolUseResult: { ...jsonObjectOrNull(rest.toolUseResult), persistedOutputPath: newPath },
    message: {
      ...jsonObjectOrNull(line.message),
      content: [{ ...block, content: withPath(block.content, path, newPath) }],
    },
  };
}

function withPath(content: unknown, path: string, newPath: string): unknown {
  if (typeof content === 'string') return content.replaceAll(path, newPath);
  return Array.isArray(content)
    ? content.map((block) =>
        jsonObjectOrNull(block) ? { ...block, text: withPath((block as JsonObject).text, path, newPath) } : block,
      )
    : content;
}

async function ownLine({ conversation, record, call, toolName, agent, source }: ResultLineInput): Promise<JsonObject> {
  const text = isBlankText(record.content) ? '(no output)' : record.content;
  const pictures = imagesOf(record).map(({ hash, mediaType }) => ({
    type: 'image',
    source: { type: 'base64', media_type: mediaType, data: bytesReference(hash) },
  }));
  const content = pictures.length === 0 ? text : [{ type: 'text', text }, ...pictures];
  const isError = record.outcome !== 'ok';
  const block = { tool_use_id: call.id, type: 'tool_result', content, ...(isError ? { is_error: true } : {}) };
  const fullText = await conversation.result(record);
  const visibleText = fullText.length > maxVisibleLength || isBlankText(fullText) ? text : fullText;
  const form = toolForm(toolName);
  const result = form ? form.result({ input: call.input, callId: call.id, record, content: visibleText }) : visibleText;
  const withAgent = agent !== null && typeof result === 'object' ? { ...result, agentId: agent } : result;
  const denial = denialOf(record);
  return {
    type: 'user',
    message: { role: 'user', content: [block] },
    ...(source === undefined ? {} : { sourceToolAssistantUUID: source }),
    toolUseResult: isError ? text.replace(/^(?:Error: )?/, 'Error: ') : withAgent,
    ...(denial === null ? {} : { toolDenialKind: denial }),
  };
}

/** Excludes interruptions, which the app replaces with its own text. */
function denialOf({ outcome, details }: ToolMessage): string | null {
  if (outcome !== 'denied') return null;
  return details?.refused?.by === 'rule' ? 'permission-rule' : 'user-rejected';
}
