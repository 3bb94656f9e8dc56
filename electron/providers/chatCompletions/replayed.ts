// Selects the parts of a stored reply to replay in a Chat Completions history: only to the provider that sent it;
// signed data only to the same model.

import type { ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { objectOrNull, stringOrEmpty } from '../http/replyReader.ts';
import type { ChatDialect } from './dialects.ts';
import type { ReplayData } from './replayData.ts';

type Reply = Extract<ApiMessage, { role: 'assistant' }>;
/** Older messages have only the mark, which says that thinking arrived as `reasoning_content`. */
export function replayMark(
  provider: string,
  model: string,
  namedReasoningContent: boolean,
  stored: ReplayData | null,
): { providerData?: Record<string, unknown> } {
  if (!namedReasoningContent && !stored) return {};
  const mark = namedReasoningContent ? { reasoning: 'reasoning_content' } : {};
  return { providerData: { openai: { provider, ...(stored ? { model } : {}), ...mark, ...stored } } };
}

export interface ReplayFields {
  /** Send the thinking as `reasoning_content`. */
  named: boolean;
  details: JsonObject[] | null;
  /** Replaces the text. */
  content: JsonObject[] | null;
  beside: JsonObject | null;
  /** Extra fields of the call at an index. */
  call(at: number): JsonObject | null;
}

const noReplayFields: ReplayFields = { named: false, details: null, content: null, beside: null, call: () => null };

export function replayedFields(message: Reply, providerId: string, model: string, dialect: ChatDialect): ReplayFields {
  const stored = objectOrNull(message.providerData?.openai);
  if (stored?.provider !== providerId) return noReplayFields;
  const { thinking } = dialect;
  const sendsNamed = (thinking === 'named' || thinking === 'details') && stored.reasoning === 'reasoning_content';
  if (stored.model !== model) return { ...noReplayFields, named: sendsNamed };
  const content = thinking === 'parts' ? rowsOf(stored.content) : null;
  // Servers that proxy Google return its fields, too.
  const signed = thinking === 'signed' || thinking === 'named';
  const calls = signed ? objectOrNull(stored.calls) : null;
  return {
    named: sendsNamed,
    details: thinking === 'details' || thinking === 'named' ? rowsOf(stored.reasoning_details) : null,
    content: content && textIn(content) === (message.content ?? '') ? content : null,
    beside: signed ? objectOrNull(stored.extra_content) : null,
    call: (at) => objectOrNull(calls?.[String(at)]),
  };
}

function rowsOf(value: unknown): JsonObject[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const rows = value.map(objectOrNull).filter((entry) => entry !== null);
  return rows.length === value.length ? rows : null;
}

function textIn(parts: readonly JsonObject[]): string {
  return parts.map((part) => (part.type === 'text' ? stringOrEmpty(part.text) : '')).join('');
}
