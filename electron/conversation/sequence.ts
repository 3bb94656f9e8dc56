// The rules that any provider accepts, as named checks over the history about to be sent. `repair` enforces them; this
// verifies it. Sources: docs/sequence.md, by rule name.

import type { ApiContentPart, ApiMessage } from '../../shared/conversation/apiMessage.ts';
import { isBlankText, isSendable } from '../../shared/conversation/sendable.ts';
import { type Memo, noMemo } from './memo.ts';

export interface Violation {
  rule: RuleName;
  /** Index in the checked list. */
  index: number;
  message: string;
}

type Check = (messages: readonly ApiMessage[]) => Violation[];

function each(
  rule: RuleName,
  messages: readonly ApiMessage[],
  test: (message: ApiMessage, index: number) => string | null,
): Violation[] {
  const violations: Violation[] = [];
  messages.forEach((message, index) => {
    const problem = test(message, index);
    if (problem) violations.push({ rule, index, message: problem });
  });
  return violations;
}

function isBlank(content: string | readonly unknown[] | null): boolean {
  return content === null || (typeof content === 'string' ? isBlankText(content) : content.length === 0);
}

/** OpenAI: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'." */
const callsAnswered: Check = (messages) =>
  each('calls-answered', messages, (message, index) => {
    if (message.role !== 'assistant' || !message.tool_calls) return null;
    const callIds = message.tool_calls.map((call) => call.id);
    const answers: string[] = [];
    for (let at = index + 1; messages[at]?.role === 'tool'; at++) {
      answers.push((messages[at] as { tool_call_id: string }).tool_call_id);
    }
    return callIds.length === answers.length && callIds.every((id, at) => id === answers[at])
      ? null
      : `calls [${callIds.join(', ')}] are followed by results [${answers.join(', ')}]`;
  });

/** OpenAI: "messages with role 'tool' must be a response to a preceding message with 'tool_calls'." */
const resultsHaveCalls: Check = (messages) =>
  each('results-have-calls', messages, (message, index) => {
    if (message.role !== 'tool') return null;
    let at = index - 1;
    while (messages[at]?.role === 'tool') at--;
    const owner = messages[at];
    const owned = owner?.role === 'assistant' && owner.tool_calls?.some((call) => call.id === message.tool_call_id);
    return owned ? null : `result of "${message.tool_call_id}" does not follow its call`;
  });

/**
 * Anthropic: "`tool_use` ids must be unique", over the whole request, and "String should match pattern '^[a-zA-Z0-9_-]+$'".
 * OpenAI: at most 40 characters.
 */
const callIdsUnique: Check = (messages) => {
  const seen = new Set<string>();
  return each('call-ids', messages, (message) => {
    if (message.role !== 'assistant') return null;
    for (const call of message.tool_calls ?? []) {
      if (!/^[a-zA-Z0-9_-]{1,40}$/.test(call.id)) return `call id "${call.id}" is not 1 to 40 plain characters`;
      if (seen.has(call.id)) return `call id "${call.id}" is used twice`;
      seen.add(call.id);
    }
    return null;
  });
};

/** OpenAI: function names match ^[a-zA-Z0-9_-]{1,64}$, in the history too. */
const callNames: Check = (messages) =>
  each('call-names', messages, (message) => {
    if (message.role !== 'assistant') return null;
    const bad = message.tool_calls?.find((call) => !/^[a-zA-Z0-9_-]{1,64}$/.test(call.function.name));
    return bad ? `"${bad.function.name}" is not a function name` : null;
  });

/** Moonshot, OpenAI: an assistant message needs text or calls; an empty list of calls is rejected. */
const assistantNotEmpty: Check = (messages) =>
  each('assistant-not-empty', messages, (message) => {
    if (message.role !== 'assistant') return null;
    if (message.tool_calls?.length === 0) return 'tool_calls is empty';
    if (!message.tool_calls) return isBlank(message.content) ? 'an assistant message has neither text nor calls' : null;
    return message.content !== null && isBlank(message.content) ? 'blank text stands before calls' : null;
  });

/** Anthropic: "text content blocks must be non-empty". */
const userNotEmpty: Check = (messages) =>
  each('user-not-empty', messages, (message) => {
    if (message.role !== 'user') return null;
    if (isBlank(message.content)) return 'a user message is empty';
    if (typeof message.content === 'string') return null;
    const blank = message.content.some((part) => part.type === 'text' && isBlankText(part.text));
    return blank ? 'a user message has a blank part' : null;
  });

/** Bedrock: "The text field in the ContentBlock object is blank". OpenAI: a tool message needs its content. */
const resultsNotEmpty: Check = (messages) =>
  each('results-not-empty', messages, (message) =>
    message.role === 'tool' && isBlankText(message.content) ? 'a result is empty' : null,
  );

/** Strict chat templates: one system message, and only at the front. */
const oneSystem: Check = (messages) =>
  each('one-system', messages, (message, index) =>
    message.role === 'system' && index > 0 ? 'a system message is not at the front' : null,
  );

/**
 * Strict chat templates: "Conversation roles must alternate user/assistant/user/assistant". Mistral's ignore calls and
 * results, so that a user message cannot follow a result.
 */
const rolesAlternate: Check = (messages) =>
  each('roles-alternate', messages, (message, index) => {
    const before = messages[index - 1]?.role;
    if (message.role === 'user' && before === 'user') return 'two user messages in a row';
    if (message.role === 'user' && before === 'tool') return 'a user message follows a result without a reply between';
    if (message.role === 'assistant' && before === 'assistant') return 'two assistant messages in a row';
    if (message.role === 'assistant' && (before === undefined || before === 'system')) {
      return 'the conversation begins with an assistant message';
    }
    return null;
  });

/** Anthropic: "This model does not support assistant message prefill. The conversation must end with a user message." */
const endsOpen: Check = (messages) => {
  const last = messages.at(-1);
  if (last && (last.role === 'user' || last.role === 'tool')) return [];
  return [
    { rule: 'ends-open', index: messages.length - 1, message: 'a request must end with a user message or a result' },
  ];
};

/** Anthropic: "no low surrogate in string"; servers that use XML reject control characters. */
const wellFormed: Check = (messages) =>
  each('well-formed', messages, (message) =>
    isSendable(withoutBytes(message)) ? null : 'a lone surrogate or a control character cannot be sent',
  );

/** Base64 is long and never contains any. */
function withoutBytes(message: ApiMessage): ApiMessage {
  const bare = (part: ApiContentPart): ApiContentPart => (part.type === 'text' ? part : { ...part, data: '' });
  if (message.role === 'tool') return message.images ? { ...message, images: message.images.map(bare) } : message;
  if (message.role !== 'user' || typeof message.content === 'string') return message;
  return { role: 'user', content: message.content.map(bare) };
}

const rules = {
  'calls-answered': callsAnswered,
  'results-have-calls': resultsHaveCalls,
  'call-ids': callIdsUnique,
  'call-names': callNames,
  'assistant-not-empty': assistantNotEmpty,
  'user-not-empty': userNotEmpty,
  'results-not-empty': resultsNotEmpty,
  'one-system': oneSystem,
  'roles-alternate': rolesAlternate,
  'ends-open': endsOpen,
  'well-formed': wellFormed,
} satisfies Record<string, Check>;

type RuleName =
  | 'calls-answered'
  | 'results-have-calls'
  | 'call-ids'
  | 'call-names'
  | 'assistant-not-empty'
  | 'user-not-empty'
  | 'results-not-empty'
  | 'one-system'
  | 'roles-alternate'
  | 'ends-open'
  | 'well-formed';

/** Rules that check each message in isolation. */
const rulesOfOne = [
  'call-names',
  'assistant-not-empty',
  'user-not-empty',
  'results-not-empty',
  'well-formed',
] as const satisfies RuleName[];

export function isValidMessage(message: ApiMessage): boolean {
  return rulesOfOne.every((rule) => rules[rule]([message]).length === 0);
}

/** The part of a growing request that was checked. */
export interface CheckedPrefix {
  /** Number of messages. */
  count: number;
  callIds: Set<string>;
}

/**
 * Like `checkSequence`, for a request whose first messages were checked before. `settled`: how many will stay in the
 * next one; they count as checked from then on.
 */
export function checkExtendedSequence(
  messages: readonly ApiMessage[],
  settled: number,
  checked: CheckedPrefix,
  memo: Memo,
): Violation[] {
  const { count, callIds } = checked;
  const fresh = messages.slice(count);
  const isUsed = (message: ApiMessage): boolean => callsIn(message).some(({ id }) => callIds.has(id));
  // Starts from the last checked reply, as if the conversation began there, because the new messages must fit it.
  const from = messages.findLastIndex((message, at) => at < count && message.role === 'assistant');
  const part = from < 0 ? messages : [opening, ...messages.slice(from)];
  if (fresh.some(isUsed) || checkSequence(part, memo).length > 0) return checkSequence(messages, memo);
  for (const message of messages.slice(count, settled)) for (const { id } of callsIn(message)) callIds.add(id);
  checked.count = Math.max(count, settled);
  return [];
}

const opening: ApiMessage = { role: 'user', content: '.' };

function callsIn(message: ApiMessage): readonly { id: string }[] {
  return message.role === 'assistant' ? (message.tool_calls ?? []) : [];
}

/**
 * Returns every rule that a request breaks; empty if it may be sent. With a memo, messages that passed on their own are
 * not read again.
 */
export function checkSequence(messages: readonly ApiMessage[], memo: Memo = noMemo): Violation[] {
  const eachIsSound = messages.every(memo.by(isValidMessage));
  return Object.entries(rules).flatMap(([rule, check]) =>
    eachIsSound && (rulesOfOne as readonly string[]).includes(rule) ? [] : check(messages),
  );
}
