// What any provider accepts, as named checks over the history about to be sent. `repair` makes a history obey them;
// these say whether it does. Sources: docs/sequence.md, by rule name.

import type { ApiMessage } from './apiMessage.ts';

export interface Violation {
  rule: RuleName;
  /** Position in the checked list. */
  index: number;
  message: string;
}

type Check = (messages: readonly ApiMessage[]) => Violation[];

function each(
  rule: RuleName,
  messages: readonly ApiMessage[],
  test: (message: ApiMessage, index: number) => string | null,
): Violation[] {
  const found: Violation[] = [];
  messages.forEach((message, index) => {
    const problem = test(message, index);
    if (problem) found.push({ rule, index, message: problem });
  });
  return found;
}

function isBlank(content: string | readonly unknown[] | null): boolean {
  return content === null || (typeof content === 'string' ? content.trim() === '' : content.length === 0);
}

/** OpenAI: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'." */
const callsAnswered: Check = (messages) =>
  each('calls-answered', messages, (message, index) => {
    if (message.role !== 'assistant' || !message.tool_calls) return null;
    const answers: string[] = [];
    for (let at = index + 1; messages[at]?.role === 'tool'; at++) {
      answers.push((messages[at] as { tool_call_id: string }).tool_call_id);
    }
    const asked = message.tool_calls.map((call) => call.id);
    return asked.join('\n') === answers.join('\n')
      ? null
      : `calls [${asked.join(', ')}] are followed by results [${answers.join(', ')}]`;
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

/** Anthropic: "`tool_use` ids must be unique", over the whole request. OpenAI: at most 40 characters. */
const callIdsUnique: Check = (messages) => {
  const seen = new Set<string>();
  return each('call-ids', messages, (message) => {
    if (message.role !== 'assistant') return null;
    for (const call of message.tool_calls ?? []) {
      if (call.id === '' || call.id.length > 40) return `call id "${call.id}" is empty or longer than 40 characters`;
      if (seen.has(call.id)) return `call id "${call.id}" is used twice`;
      seen.add(call.id);
    }
    return null;
  });
};

/** OpenAI: a function's name matches ^[a-zA-Z0-9_-]{1,64}$, in the history too. */
const callNames: Check = (messages) =>
  each('call-names', messages, (message) => {
    if (message.role !== 'assistant') return null;
    const bad = message.tool_calls?.find((call) => !/^[a-zA-Z0-9_-]{1,64}$/.test(call.function.name));
    return bad ? `"${bad.function.name}" is not a function name` : null;
  });

/** Moonshot, OpenAI: an assistant message has text, calls or both; an empty list of calls is refused. */
const assistantNotEmpty: Check = (messages) =>
  each('assistant-not-empty', messages, (message) => {
    if (message.role !== 'assistant') return null;
    if (message.tool_calls) return message.tool_calls.length > 0 ? null : 'tool_calls is empty';
    return isBlank(message.content) ? 'an assistant message has neither text nor calls' : null;
  });

/** Anthropic: "text content blocks must be non-empty". */
const userNotEmpty: Check = (messages) =>
  each('user-not-empty', messages, (message) =>
    message.role === 'user' && isBlank(message.content) ? 'a user message is empty' : null,
  );

/** Strict chat templates: one system message, and only at the front. */
const oneSystem: Check = (messages) =>
  each('one-system', messages, (message, index) =>
    message.role === 'system' && index > 0 ? 'a system message is not at the front' : null,
  );

/** Strict chat templates: "Conversation roles must alternate user/assistant/user/assistant". */
const rolesAlternate: Check = (messages) =>
  each('roles-alternate', messages, (message, index) => {
    const before = messages[index - 1]?.role;
    if (message.role === 'user' && before === 'user') return 'two user messages in a row';
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

/** Anthropic: "no low surrogate in string". */
const wellFormed: Check = (messages) =>
  each('well-formed', messages, (message) => (isWellFormed(message) ? null : 'a lone surrogate cannot be sent'));

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isWellFormed);
}

export const rules = {
  'calls-answered': callsAnswered,
  'results-have-calls': resultsHaveCalls,
  'call-ids': callIdsUnique,
  'call-names': callNames,
  'assistant-not-empty': assistantNotEmpty,
  'user-not-empty': userNotEmpty,
  'one-system': oneSystem,
  'roles-alternate': rolesAlternate,
  'ends-open': endsOpen,
  'well-formed': wellFormed,
} satisfies Record<string, Check>;

export type RuleName =
  | 'calls-answered'
  | 'results-have-calls'
  | 'call-ids'
  | 'call-names'
  | 'assistant-not-empty'
  | 'user-not-empty'
  | 'one-system'
  | 'roles-alternate'
  | 'ends-open'
  | 'well-formed';

/** Every rule that a request breaks; empty when it may be sent. */
export function checkSequence(messages: readonly ApiMessage[]): Violation[] {
  return Object.values(rules).flatMap((check) => check(messages));
}
