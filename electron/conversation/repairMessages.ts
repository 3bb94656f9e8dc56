// The last resort: forces any list of messages into a form that every provider accepts, with little regard for meaning.
// It runs when the output of `repair` still breaks a rule, which is a bug of ours, so that the conversation can
// continue. Idempotent; no text is lost.

import type { ApiContentPart, ApiMessage } from '../../shared/conversation/apiMessage.ts';
import { continueText, noReplyText, openCallText, startText } from '../../shared/conversation/repair.ts';
import { isBlankText, sendableOrUndefined, sendableText } from '../../shared/conversation/sendable.ts';
import { callName, createCallIds, plainCallId } from './callNames.ts';
import { noOutputText } from './toApiMessages.ts';

type Reply = Extract<ApiMessage, { role: 'assistant' }>;
type Result = Extract<ApiMessage, { role: 'tool' }>;

export function repairMessages(messages: readonly ApiMessage[]): ApiMessage[] {
  return alternating(withResults(messages));
}

/** Puts after each call the first result of its id among those directly following; the remaining ones become text. */
function withResults(messages: readonly ApiMessage[]): ApiMessage[] {
  const nameCall = createCallIds().name;
  const out: ApiMessage[] = [];
  for (let at = 0; at < messages.length; at++) {
    const message = messages[at] as ApiMessage;
    if (message.role !== 'assistant' || !message.tool_calls?.length) {
      const plain = asPlain(message);
      if (plain) out.push(plain);
      continue;
    }
    const results: Result[] = [];
    for (let next = messages[at + 1]; next?.role === 'tool'; next = messages[at + 1]) {
      results.push(next);
      at++;
    }
    const calls = message.tool_calls.map((call) => {
      const resultIndex = results.findIndex((result) => result.tool_call_id === call.id);
      const result = resultIndex < 0 ? undefined : results.splice(resultIndex, 1)[0];
      const content = result?.content ?? openCallText('unknown');
      return { call, id: nameCall(plainCallId(call.id)), content, images: cleanImages(result) };
    });
    out.push({
      ...cleanReply(message),
      tool_calls: calls.map(({ call, id }) => {
        const { name, arguments: text } = call.function;
        return { id, type: 'function', function: { name: callName(name), arguments: sendableText(text) } };
      }),
    });
    for (const { id, content, images } of calls)
      out.push({ role: 'tool', tool_call_id: id, content: sendableOrNull(content) ?? noOutputText, ...images });
    out.push(...results.flatMap((result) => asPlain(result) ?? []));
  }
  return out;
}

/** Returns a message without calls that may go anywhere; null if it is empty. */
function asPlain(message: ApiMessage): ApiMessage | null {
  switch (message.role) {
    case 'assistant': {
      const reply = cleanReply(message);
      return reply.content === null ? null : reply;
    }
    case 'tool': {
      const content = sendableOrNull(message.content);
      const { images = [] } = cleanImages(message);
      if (content === null) return images.length === 0 ? null : { role: 'user', content: images };
      const text = `[A tool's result]\n${content}`;
      return { role: 'user', content: images.length === 0 ? text : [{ type: 'text', text }, ...images] };
    }
    case 'system':
    case 'user': {
      if (typeof message.content !== 'string') return userParts(message.content);
      const content = sendableOrNull(message.content);
      return content === null ? null : { role: 'user', content };
    }
  }
}

function userParts(content: readonly ApiContentPart[]): ApiMessage | null {
  const parts = cleanParts(content);
  return parts.length === 0 ? null : { role: 'user', content: parts };
}

/** To be spread: has `images` only if there are any. */
function cleanImages(result: Result | undefined): { images?: ApiContentPart[] } {
  const images = cleanParts(result?.images ?? []);
  return images.length === 0 ? {} : { images };
}

function cleanParts(content: readonly ApiContentPart[]): ApiContentPart[] {
  return content.flatMap((part): ApiContentPart[] => {
    if (part.type === 'text') return isBlankText(part.text) ? [] : [{ type: 'text', text: sendableText(part.text) }];
    const clean = sendableOrUndefined(part);
    return clean ? [clean] : [];
  });
}

function cleanReply({ content, reasoning, providerData }: Reply): Reply {
  const data = providerData && sendableOrUndefined(providerData);
  const thought = sendableText(reasoning ?? '');
  return {
    role: 'assistant',
    content: sendableOrNull(content),
    ...(thought === '' ? {} : { reasoning: thought }),
    ...(data ? { providerData: data } : {}),
  };
}

function sendableOrNull(text: string | null): string | null {
  return text === null || isBlankText(text) ? null : sendableText(text);
}

function alternating(messages: readonly ApiMessage[]): ApiMessage[] {
  const out: ApiMessage[] = [];
  for (const message of messages) {
    const before = out.at(-1)?.role;
    if (message.role === 'assistant' && before === undefined) out.push({ role: 'user', content: startText });
    if (message.role === 'assistant' && before === 'assistant') out.push({ role: 'user', content: continueText });
    if (message.role === 'user' && (before === 'user' || before === 'tool'))
      out.push({ role: 'assistant', content: noReplyText });
    out.push(message);
  }
  if (out.length === 0) out.push({ role: 'user', content: startText });
  if (out.at(-1)?.role === 'assistant') out.push({ role: 'user', content: continueText });
  return out;
}
