// The rules that a strict OpenAI-compatible server enforces, written from what providers publish and answer, not from
// this program's own rules: the fake server checks every request against them. The messages are OpenAI's; the last
// rule's are those of strict chat templates (llama.cpp, vLLM).

import { toolSchemaViolations } from './validators/toolSchemas.ts';

export interface RuleBreak {
  rule: string;
  /** The server's message. */
  message: string;
}

type Row = Record<string, unknown>;

const namePattern = /^[a-zA-Z0-9_-]{1,64}$/;
const topKeys = new Set(
  'model messages stream stream_options tools tool_choice parallel_tool_calls temperature top_p max_tokens max_completion_tokens reasoning_effort n stop seed user metadata store response_format'.split(
    ' ',
  ),
);
const messageKeys: Record<string, readonly string[]> = {
  system: ['role', 'content', 'name'],
  developer: ['role', 'content', 'name'],
  user: ['role', 'content', 'name'],
  // `reasoning_content` is DeepSeek's and Kimi's field for thinking, sent back with its calls.
  assistant: ['role', 'content', 'name', 'refusal', 'audio', 'tool_calls', 'reasoning_content'],
  tool: ['role', 'content', 'tool_call_id'],
};

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns every rule that a Chat Completions request violates; empty if a strict server would accept it. */
export function openAiRuleBreaks(body: unknown): RuleBreak[] {
  if (!isRow(body)) return [{ rule: 'body', message: 'We could not parse the JSON body of your request.' }];
  const breaks: RuleBreak[] = [];
  const say: Say = (rule, message) => void breaks.push({ rule, message });
  for (const key of Object.keys(body)) {
    if (!topKeys.has(key)) say('unknown-key', `Unrecognized request argument supplied: ${key}`);
  }
  if (!isWellFormed(body)) say('well-formed', 'We could not parse the JSON body of your request: lone surrogate.');
  if (typeof body.model !== 'string' || body.model === '') say('model', 'you must provide a model parameter');
  checkTools(body.tools, say);
  if (!Array.isArray(body.messages) || body.messages.length === 0) {
    say('messages', "Invalid 'messages': empty array. Expected an array with minimum length 1.");
    return breaks;
  }
  const messages = body.messages.map((message) => (isRow(message) ? message : {}));
  messages.forEach((message, at) => {
    checkMessage(message, at, say);
  });
  checkPairs(messages, say);
  checkTemplate(messages, say);
  return breaks;
}

/** Returns nothing, so that a check can return its result. */
type Say = (rule: string, message: string) => undefined;

/** R5, R7. */
function checkTools(tools: unknown, say: Say): undefined {
  if (tools === undefined) return;
  if (!Array.isArray(tools) || tools.length === 0) return say('R7', "Invalid 'tools': [] is too short - 'tools'");
  if (tools.length > 128) {
    say(
      'R7',
      `Invalid 'tools': array too long. Expected an array with maximum length 128, got length ${tools.length}.`,
    );
  }
  const seen = new Set<unknown>();
  tools.forEach((tool, at) => {
    const called = isRow(tool) && isRow(tool.function) ? tool.function : {};
    if (!isRow(tool) || tool.type !== 'function') say('R5', `Invalid value: 'tools[${at}].type'.`);
    if (typeof called.name !== 'string' || !namePattern.test(called.name)) {
      say('R5', patternWords(`tools[${at}].function.name`));
    }
    if (seen.has(called.name)) say('R5', `Tool names must be unique: ${String(called.name)}`);
    seen.add(called.name);
  });
  for (const { rule, message } of toolSchemaViolations({ tools }, 'local'))
    say(rule, `Invalid schema for function ${message}`);
}

function patternWords(where: string): string {
  return `Invalid '${where}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`;
}

/** R3, R4, R5, R6, R8, R9, and unknown keys. */
function checkMessage(message: Row, at: number, say: Say): undefined {
  const where = `messages[${at}]`;
  const role = String(message.role);
  const keys = messageKeys[role];
  if (!keys)
    return say('role', `Invalid value: '${role}'. Supported values are: 'system', 'assistant', 'user', 'tool'.`);
  for (const key of Object.keys(message)) {
    if (!keys.includes(key)) say('unknown-key', `Unknown parameter: '${where}.${key}'.`);
  }
  const calls = message.tool_calls;
  if (role === 'assistant' && calls !== undefined) checkCalls(calls, where, say);
  checkContent(message, role, where, say);
  if (role === 'tool' && (typeof message.tool_call_id !== 'string' || message.tool_call_id === '')) {
    say('R3', `Missing required parameter: '${where}.tool_call_id'.`);
  }
}

function checkContent(message: Row, role: string, where: string, say: Say): undefined {
  const content = message.content;
  if (content === null || content === undefined) {
    if (role === 'assistant' && Array.isArray(message.tool_calls)) return;
    return say(
      role === 'assistant' ? 'R4' : 'R9',
      `Invalid value for 'content': expected a string, got null. (${where}.content)`,
    );
  }
  if (typeof content === 'string') {
    if (role === 'assistant' && content === '' && message.tool_calls === undefined) {
      say('R4', `the message at position ${where} with role 'assistant' must not be empty`);
    }
    return;
  }
  if (!Array.isArray(content) || content.length === 0) {
    return say('R3', `Invalid '${where}.content': empty array. Expected an array with minimum length 1.`);
  }
  const textOnly = role !== 'user';
  for (const part of content) {
    if (!isRow(part) || typeof part.type !== 'string') say('R3', `Invalid '${where}.content': not a content part.`);
    else if (textOnly && part.type !== 'text') say('R3', `Invalid '${where}.content': only text parts are allowed.`);
    else if (part.type === 'text' && typeof part.text !== 'string') say('R3', `Missing '${where}.content.text'.`);
  }
}

function checkCalls(calls: unknown, where: string, say: Say): undefined {
  if (!Array.isArray(calls) || calls.length === 0) {
    return say('R4', `Invalid '${where}.tool_calls': empty array. Expected an array with minimum length 1.`);
  }
  const seen = new Set<unknown>();
  calls.forEach((call: unknown, index) => {
    const place = `${where}.tool_calls[${index}]`;
    const row = isRow(call) ? call : {};
    const called = isRow(row.function) ? row.function : {};
    if (typeof row.id !== 'string' || row.id === '') say('R6', `Missing required parameter: '${place}.id'.`);
    else if (row.id.length > 40) {
      say(
        'R6',
        `Invalid '${place}.id': string too long. Expected a string with maximum length 40, got ${row.id.length}.`,
      );
    }
    if (seen.has(row.id)) say('R6', `Duplicate tool call id '${String(row.id)}' in ${where}.`);
    seen.add(row.id);
    if (row.type !== 'function') say('R5', `Invalid value: '${place}.type'.`);
    if (typeof called.name !== 'string' || !namePattern.test(called.name))
      say('R5', patternWords(`${place}.function.name`));
    if (typeof called.arguments !== 'string') {
      say(
        'R8',
        `Invalid type for '${place}.function.arguments': expected a string, but got ${typeof called.arguments}.`,
      );
    }
    const unknown = [...Object.keys(row), ...Object.keys(called)].find(
      (key) => !['id', 'type', 'function', 'name', 'arguments'].includes(key),
    );
    if (unknown) say('unknown-key', `Unknown parameter: '${place}.${unknown}'.`);
  });
}

/** R1 and R2. */
function checkPairs(messages: Row[], say: Say): void {
  let open: Set<unknown> | null = null;
  const end = (): void => {
    if (open && open.size > 0) {
      say(
        'R1',
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open].join(', ')}`,
      );
    }
    open = null;
  };
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open?.delete(message.tool_call_id)) {
        say(
          'R2',
          `Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'. (${String(message.tool_call_id)})`,
        );
      }
      continue;
    }
    end();
    if (message.role === 'assistant' && Array.isArray(message.tool_calls)) {
      open = new Set(message.tool_calls.map((call: unknown) => (isRow(call) ? call.id : undefined)));
    }
  }
  end();
}

/** R43, and that a request ends where the model must answer. */
function checkTemplate(messages: Row[], say: Say): void {
  const words =
    'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...';
  let before: unknown;
  messages.forEach((message, at) => {
    const role = message.role;
    if (role === 'system' || role === 'developer') {
      if (at > 0) say('R43', `System message must be at the beginning. (messages[${at}])`);
    } else if ((role === 'user' || role === 'assistant') && role === before) {
      say('R43', `${words} (messages[${at}] and the one before are both ${role})`);
    } else if (before === undefined && role !== 'user') {
      say('R43', `${words} (the first is ${String(role)})`);
    }
    if (role !== 'system' && role !== 'developer') before = role;
  });
  if (before !== 'user' && before !== 'tool') {
    say('R43', `Cannot continue after an assistant message: the last message must be of role user or tool.`);
  }
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isWellFormed);
  return isRow(value) ? Object.entries(value).every(([key, entry]) => key.isWellFormed() && isWellFormed(entry)) : true;
}
