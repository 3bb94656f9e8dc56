// What of a stored reply goes back as it came, in a Chat Completions history: to the provider that sent it, and what a model
// signed to that model only.

import type { ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import { row, text } from '../http/replyReader.ts';
import type { ChatDialect } from './dialects.ts';
import type { KeptReply } from './keptReply.ts';

type Reply = Extract<ApiMessage, { role: 'assistant' }>;
type Row = Record<string, unknown>;

/** For a reply's record. The mark alone is what older records have, too: it says that thinking came as `reasoning_content`. */
export function keptMark(
  provider: string,
  model: string,
  namedReasoningContent: boolean,
  kept: KeptReply | null,
): { providerData?: Record<string, unknown> } {
  if (!namedReasoningContent && !kept) return {};
  const mark = namedReasoningContent ? { reasoning: 'reasoning_content' } : {};
  return { providerData: { openai: { provider, ...(kept ? { model } : {}), ...mark, ...kept } } };
}

export interface ReplayFields {
  /** Its thinking goes back as `reasoning_content`. */
  named: boolean;
  details: Row[] | null;
  /** In the place of the text. */
  content: Row[] | null;
  beside: Row | null;
  /** What stood beside the call at a place. */
  call(at: number): Row | null;
}

const nothing: ReplayFields = { named: false, details: null, content: null, beside: null, call: () => null };

export function replayed(message: Reply, providerId: string, model: string, dialect: ChatDialect): ReplayFields {
  const own = row(message.providerData?.openai);
  if (own?.provider !== providerId) return nothing;
  const { thinking } = dialect;
  const named = (thinking === 'named' || thinking === 'details') && own.reasoning === 'reasoning_content';
  if (own.model !== model) return { ...nothing, named };
  const content = thinking === 'parts' ? rowsOf(own.content) : null;
  // Google's own words come from servers before it, too.
  const signed = thinking === 'signed' || thinking === 'named';
  const calls = signed ? row(own.calls) : null;
  return {
    named,
    details: thinking === 'details' || thinking === 'named' ? rowsOf(own.reasoning_details) : null,
    content: content && textIn(content) === (message.content ?? '') ? content : null,
    beside: signed ? row(own.extra_content) : null,
    call: (at) => row(calls?.[String(at)]),
  };
}

function rowsOf(value: unknown): Row[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const rows = value.map(row).filter((entry) => entry !== null);
  return rows.length === value.length ? rows : null;
}

function textIn(parts: readonly Row[]): string {
  return parts.map((part) => (part.type === 'text' ? text(part.text) : '')).join('');
}
