// The line of a result: its block for the model, and `toolUseResult`, in the tool's format, for the app's UI.

import type { ToolMessage } from '../../../shared/conversation/message.ts';
import { isBlankText } from '../../../shared/conversation/sendable.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import type { GivenHistory } from '../history.ts';
import { row } from '../looseJson.ts';
import { picturesOf } from '../web/soundParts.ts';
import { reference } from './bytes.ts';
import { type Kept, keptOf } from './kept.ts';
import type { WrittenCall } from './replyBlocks.ts';
import { toolForm } from './toolForms.ts';
import { filled } from './values.ts';

interface GivenLine {
  given: GivenHistory;
  record: ToolMessage;
  call: WrittenCall;
  /** Our tool name. */
  asked: string;
  /** The agent that it started. */
  agent: string | null;
  /** UUID of the call's line, to tell parallel results apart. */
  source: string | undefined;
  names: { session: string; spilled: Map<string, string> };
}

/** Limit for the full result in the UI; the model gets the text it has already seen. */
const maxVisibleLength = 1_000_000;

export async function resultLine(line: GivenLine): Promise<JsonObject> {
  const kept = keptOf(line.record);
  return kept?.lines.length ? keptLine(line, kept) : ownLine(line);
}

async function keptLine({ given, record, call, names }: GivenLine, kept: Kept): Promise<JsonObject> {
  const rest = kept.lines[0]?.line ?? {};
  const { is_error: failed, ...others } = row(kept.block) ?? {};
  const isError = typeof failed === 'boolean' ? { is_error: failed } : {};
  const content = kept.content ?? record.content;
  const block = { tool_use_id: call.id, type: 'tool_result', content, ...others, ...isError };
  const line: JsonObject = { type: 'user', ...rest, message: { role: 'user', ...row(rest.message), content: [block] } };
  const path = filled(row(rest.toolUseResult)?.persistedOutputPath);
  const found = path === null ? null : /^(.*[\\/])[^\\/]+([\\/]tool-results[\\/])([^\\/]+)$/.exec(path);
  if (!found || path === null || kept.content === undefined) return line;
  const [, before, between, name = ''] = found;
  names.spilled.set(name, await given.result(record));
  const moved = `${before}${names.session}${between}${name}`;
  return {
    ...line,
    toolUseResult: { ...row(rest.toolUseResult), persistedOutputPath: moved },
    message: { ...row(line.message), content: [{ ...block, content: withPath(block.content, path, moved) }] },
  };
}

function withPath(content: unknown, path: string, moved: string): unknown {
  if (typeof content === 'string') return content.replaceAll(path, moved);
  return Array.isArray(content)
    ? content.map((block) =>
        row(block) ? { ...block, text: withPath((block as JsonObject).text, path, moved) } : block,
      )
    : content;
}

async function ownLine({ given, record, call, asked, agent, source }: GivenLine): Promise<JsonObject> {
  const said = isBlankText(record.content) ? '(no output)' : record.content;
  const pictures = picturesOf(record).map(({ hash, mediaType }) => ({
    type: 'image',
    source: { type: 'base64', media_type: mediaType, data: reference(hash) },
  }));
  const content = pictures.length === 0 ? said : [{ type: 'text', text: said }, ...pictures];
  const isError = record.outcome !== 'ok';
  const block = { tool_use_id: call.id, type: 'tool_result', content, ...(isError ? { is_error: true } : {}) };
  const whole = await given.result(record);
  const shown = whole.length > maxVisibleLength || isBlankText(whole) ? said : whole;
  const form = toolForm(asked);
  const ended = form ? form.result({ input: call.input, callId: call.id, record, content: shown }) : shown;
  const started = agent !== null && typeof ended === 'object' ? { ...ended, agentId: agent } : ended;
  const denial = denialOf(record);
  return {
    type: 'user',
    message: { role: 'user', content: [block] },
    ...(source === undefined ? {} : { sourceToolAssistantUUID: source }),
    toolUseResult: isError ? said.replace(/^(?:Error: )?/, 'Error: ') : started,
    ...(denial === null ? {} : { toolDenialKind: denial }),
  };
}

/** Excludes interruptions, which the app replaces with its own text. */
function denialOf({ outcome, details }: ToolMessage): string | null {
  if (outcome !== 'denied') return null;
  return details?.refused?.by === 'rule' ? 'permission-rule' : 'user-rejected';
}
