// The rules of Mistral's API: the request's fields, and the sequence as its open validator (mistral-common) checks it.

import {
  checkText,
  type Findings,
  findings,
  hasTwice,
  isBlank,
  isObjectText,
  isRow,
  isText,
  type Row,
  type RuleViolation,
  rowOf,
  rowsOf,
} from './violation.ts';

const topKeys =
  'model messages temperature top_p max_tokens stream stop random_seed response_format tools tool_choice presence_penalty frequency_penalty n prediction parallel_tool_calls prompt_mode safe_prompt metadata reasoning_effort prompt_cache_key'.split(
    ' ',
  );
const messageKeys: Record<string, readonly string[]> = {
  system: ['role', 'content'],
  user: ['role', 'content'],
  assistant: ['role', 'content', 'tool_calls', 'prefix'],
  tool: ['role', 'content', 'tool_call_id', 'name'],
};
/** R36: which role may follow which. Older servers allow no user message after a tool; newer ones do. */
const next: Record<string, readonly string[]> = {
  system: ['user', 'assistant', 'system'],
  user: ['assistant', 'system', 'user'],
  assistant: ['assistant', 'user', 'tool'],
  tool: ['assistant', 'tool'],
};

export function mistralViolations(body: unknown): RuleViolation[] {
  const found = findings();
  const request = rowOf(body);
  found.keys(request, topKeys, 'MISTRAL-KEYS', 'body');
  checkText(request, 'MISTRAL-TEXT', found);
  for (const tool of rowsOf(request.tools)) {
    const called = rowOf(tool.function);
    found.keys(called, ['name', 'description', 'parameters', 'strict'], 'MISTRAL-KEYS', 'tools');
    checkName(called.name, 'tools', found);
    if (!isRow(called.parameters)) found.say('MISTRAL-R40', 'tools', 'parameters is no schema');
  }
  const messages = rowsOf(request.messages);
  if (messages.length === 0) {
    found.say('MISTRAL-R40', 'messages', 'Conversation must have at least one message');
    return found.list;
  }
  messages.forEach((message, at) => {
    checkMessage(message, `messages[${at}]`, found);
  });
  checkOrder(messages, found);
  checkPairs(messages, found);
  return found.list;
}

function checkName(name: unknown, where: string, found: Findings): void {
  if (isText(name) && /^[a-zA-Z0-9_-]{1,64}$/.test(name)) return;
  found.say(
    'MISTRAL-R40',
    where,
    `Function name was ${String(name)} but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.`,
  );
}

function checkMessage(message: Row, where: string, found: Findings): undefined {
  const role = String(message.role);
  const keys = messageKeys[role];
  if (!keys) return found.say('MISTRAL-R36', where, `Unexpected role '${role}'`);
  found.keys(message, keys, 'MISTRAL-KEYS', where);
  const { content } = message;
  const blank = !(isText(content) ? !isBlank(content) : Array.isArray(content) && content.length > 0);
  const calls = rowsOf(message.tool_calls);
  if (role === 'system' && blank) found.say('MISTRAL-R40', where, 'System prompt must have content');
  if (role === 'user' && blank) found.say('MISTRAL-R40', where, 'User message must have content');
  if (role === 'assistant' && blank && calls.length === 0)
    found.say('MISTRAL-R39', where, 'Assistant message must have either content or tool_calls');
  if (role === 'assistant' && Array.isArray(message.tool_calls) && calls.length === 0)
    found.say('MISTRAL-R39', where, 'tool_calls is empty');
  if (role === 'tool') checkId(message.tool_call_id, where, found);
  for (const call of calls) {
    checkId(call.id, where, found);
    const called = rowOf(call.function);
    checkName(called.name, where, found);
    if (!isText(called.arguments) || !isObjectText(called.arguments))
      found.say('MISTRAL-ARGUMENTS', where, 'arguments: not a JSON object');
  }
  const chunks = role === 'assistant' ? ['text', 'thinking'] : ['text', 'image_url', 'document_url'];
  for (const part of Array.isArray(content) ? rowsOf(content) : []) {
    if (!chunks.includes(String(part.type))) found.say('MISTRAL-KEYS', where, `Unknown chunk ${String(part.type)}`);
    if (part.type === 'thinking' && !Array.isArray(part.thinking))
      found.say('MISTRAL-KEYS', where, 'thinking: expected a list of chunks');
  }
}

function checkId(id: unknown, where: string, found: Findings): void {
  if (isText(id) && /^[a-zA-Z0-9]{9}$/.test(id)) return;
  found.say('MISTRAL-R35', where, `Tool call id was ${String(id)} but must be a-z, A-Z, 0-9, with a length of 9.`);
}

/** R36, R37, R40. */
function checkOrder(messages: readonly Row[], found: Findings): void {
  const first = String(messages[0]?.role);
  if (first !== 'user' && first !== 'system')
    found.say('MISTRAL-R40', 'messages[0]', 'Conversation must start with a user message or system message');
  messages.forEach((message, at) => {
    const before = messages[at - 1];
    if (before && !next[String(before.role)]?.includes(String(message.role))) {
      found.say(
        'MISTRAL-R36',
        `messages[${at}]`,
        `Unexpected role '${String(message.role)}' after role '${String(before.role)}'`,
      );
    }
    if (before?.role === 'assistant' && message.role === 'tool' && rowsOf(before.tool_calls).length === 0) {
      found.say('MISTRAL-R36', `messages[${at}]`, "Unexpected role 'tool' after role 'assistant'");
    }
  });
  const last = messages.at(-1);
  const role = String(last?.role);
  if (role !== 'user' && role !== 'tool' && last?.prefix !== true) {
    found.say(
      'MISTRAL-R37',
      'the end',
      `Expected last role User or Tool (or Assistant with prefix True) for serving but got ${role}`,
    );
  }
}

/** R38. */
function checkPairs(messages: readonly Row[], found: Findings): void {
  const used: unknown[] = [];
  messages.forEach((message, at) => {
    const where = `messages[${at}]`;
    if (message.role === 'tool' && messages[at - 1]?.role !== 'tool' && messages[at - 1]?.role !== 'assistant') {
      found.say('MISTRAL-R38', where, 'Unexpected tool call id in tool results');
    }
    if (message.role !== 'assistant') return;
    const ids = rowsOf(message.tool_calls).map((call) => call.id);
    used.push(...ids);
    const given: unknown[] = [];
    for (let after = at + 1; messages[after]?.role === 'tool'; after++) given.push(messages[after]?.tool_call_id);
    if (given.length > ids.length) found.say('MISTRAL-R38', where, 'More tool responses than tool calls');
    else if (given.length < ids.length)
      found.say('MISTRAL-R38', where, 'Not the same number of function calls and responses');
    if (hasTwice(given)) found.say('MISTRAL-R38', where, 'Duplicate tool call id in tool results');
    if (given.some((id) => !ids.includes(id)))
      found.say('MISTRAL-R38', where, 'Unexpected tool call id in tool results');
  });
  if (hasTwice(used)) found.say('MISTRAL-R35', 'messages', 'Tool call ids are used twice');
}
