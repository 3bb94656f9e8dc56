// The rules of strict chat templates in vLLM, llama.cpp and LM Studio: one system message at the start, then user and
// assistant alternate. Two kinds exist: one counts every message (results in between are ignored), the other also
// ignores calls.

import {
  type Findings,
  findings,
  isBlank,
  isObjectText,
  isText,
  type Row,
  type RuleViolation,
  rowOf,
  rowsOf,
} from './violation.ts';

const words = 'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...';

export function alternatingViolations(body: unknown): RuleViolation[] {
  const found = findings();
  const messages = rowsOf(rowOf(body).messages);
  if (messages.length === 0) found.say('TEMPLATE-R43', 'messages', 'list object has no element 0');
  messages.forEach((message, at) => {
    if ((message.role === 'system' || message.role === 'developer') && at > 0) {
      found.say('TEMPLATE-SYSTEM', `messages[${at}]`, 'System message must be at the beginning.');
    }
    checkContent(message, `messages[${at}]`, found);
  });
  const spoken = messages.filter((message) => message.role !== 'system' && message.role !== 'developer');
  checkCounted(
    spoken.filter((message) => message.role !== 'tool' && !hasCalls(message)),
    found,
  );
  checkNeighbours(spoken, found);
  const last = spoken.at(-1)?.role;
  if (last !== 'user' && last !== 'tool') {
    found.say(
      'TEMPLATE-END',
      'the end',
      'Cannot set `add_generation_prompt` to True when the last message is from the assistant.',
    );
  }
  return found.list;
}

function hasCalls(message: Row): boolean {
  return rowsOf(message.tool_calls).length > 0;
}

function checkCounted(counted: readonly Row[], found: Findings): void {
  counted.forEach((message, at) => {
    if (message.role === (at % 2 === 0 ? 'user' : 'assistant')) return;
    found.say('TEMPLATE-R43', `counted ${at}`, `${words} (it is ${String(message.role)})`);
  });
}

function checkNeighbours(spoken: readonly Row[], found: Findings): void {
  spoken.forEach((message, at) => {
    const before = spoken[at - 1]?.role;
    const wrong = message.role === 'tool' ? before !== 'tool' && before !== 'assistant' : message.role === before;
    if (wrong || (before === undefined && message.role !== 'user')) found.say('TEMPLATE-R43', `message ${at}`, words);
  });
}

/** Templates concatenate strings and read arguments as objects. */
function checkContent(message: Row, where: string, found: Findings): void {
  const { content, role } = message;
  if (role === 'user' && isText(content) && isBlank(content))
    found.say('TEMPLATE-EMPTY', where, 'a blank user message');
  if (role === 'assistant' && !hasCalls(message) && (!isText(content) || isBlank(content))) {
    found.say('TEMPLATE-EMPTY', where, `the message at position ${where} with role 'assistant' must not be empty`);
  }
  for (const call of rowsOf(message.tool_calls)) {
    const { arguments: text } = rowOf(call.function);
    if (!isText(text) || !isObjectText(text)) found.say('TEMPLATE-ARGUMENTS', where, 'invalid tool call arguments');
  }
}
