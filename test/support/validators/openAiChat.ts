// The rules of OpenAI's Chat Completions: the fields of the published API description (CreateChatCompletionRequest and
// ChatCompletionRequestMessage), and the server's answers where the description is silent.

import {
  checkText,
  type Findings,
  findings,
  hasTwice,
  isRow,
  isText,
  type Row,
  type RuleViolation,
  rowOf,
  rowsOf,
} from './violation.ts';

const topKeys =
  'messages model metadata user safety_identifier prompt_cache_key prompt_cache_options prompt_cache_retention moderation service_tier temperature top_p top_logprobs logprobs modalities verbosity reasoning_effort max_completion_tokens max_tokens frequency_penalty presence_penalty web_search_options response_format audio store stream stream_options stop logit_bias n prediction seed tools tool_choice parallel_tool_calls function_call functions'.split(
    ' ',
  );
const messageKeys: Record<string, readonly string[]> = {
  developer: ['role', 'content', 'name'],
  system: ['role', 'content', 'name'],
  user: ['role', 'content', 'name'],
  assistant: ['role', 'content', 'name', 'refusal', 'audio', 'tool_calls', 'function_call'],
  tool: ['role', 'content', 'tool_call_id'],
};
const partKeys: Record<string, readonly string[]> = {
  text: ['type', 'text'],
  image_url: ['type', 'image_url'],
  input_audio: ['type', 'input_audio'],
  file: ['type', 'file'],
  refusal: ['type', 'refusal'],
};
const partsOf: Record<string, readonly string[]> = {
  user: ['text', 'image_url', 'input_audio', 'file'],
  assistant: ['text', 'refusal'],
};

export function openAiChatViolations(body: unknown): RuleViolation[] {
  const found = findings();
  const request = rowOf(body);
  found.keys(request, topKeys, 'OPENAI-KEYS', 'body');
  checkText(request, 'OPENAI-TEXT', found);
  if (!isText(request.model) || request.model === '')
    found.say('OPENAI-MODEL', 'model', 'you must provide a model parameter');
  checkTools(request, found);
  checkOptions(request, found);
  if (!Array.isArray(request.messages) || request.messages.length === 0) {
    found.say(
      'OPENAI-MESSAGES',
      'messages',
      "Invalid 'messages': empty array. Expected an array with minimum length 1.",
    );
    return found.list;
  }
  const messages = rowsOf(request.messages);
  messages.forEach((message, at) => {
    checkMessage(message, `messages[${at}]`, found);
  });
  checkPairs(messages, found);
  return found.list;
}

function checkTools(request: Row, found: Findings): undefined {
  const { tools } = request;
  if (request.stream_options !== undefined && request.stream !== true) {
    found.say(
      'OPENAI-STREAM',
      'stream_options',
      "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
    );
  }
  if (tools === undefined) return;
  if (!Array.isArray(tools) || tools.length === 0) return found.say('OPENAI-R7', 'tools', '[] is too short');
  if (tools.length > 128)
    found.say('OPENAI-R7', 'tools', `Expected an array with maximum length 128, got length ${tools.length}.`);
  rowsOf(tools).forEach((tool, at) => {
    const where = `tools[${at}]`;
    found.keys(tool, ['type', 'function'], 'OPENAI-KEYS', where);
    if (tool.type !== 'function') found.say('OPENAI-R5', `${where}.type`, 'Invalid value.');
    const called = rowOf(tool.function);
    found.keys(called, ['name', 'description', 'parameters', 'strict'], 'OPENAI-KEYS', `${where}.function`);
    checkName(called.name, `${where}.function.name`, found);
    if (called.parameters !== undefined && !isRow(called.parameters))
      found.say('OPENAI-R5', where, 'parameters is no schema');
  });
}

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

/** Observed rejections: "'max_tokens' is not supported with this model", an unknown effort, a key that is too long. */
function checkOptions(request: Row, found: Findings): void {
  const { reasoning_effort: effort, temperature, prompt_cache_key: key, model } = request;
  if (effort !== undefined && !efforts.includes(String(effort)))
    found.say('OPENAI-OPTION', 'reasoning_effort', 'Invalid value.');
  if (temperature !== undefined && !(typeof temperature === 'number' && temperature >= 0 && temperature <= 2))
    found.say('OPENAI-OPTION', 'temperature', 'decimal above maximum value. Expected a value <= 2.');
  if (key !== undefined && !(isText(key) && key.length <= 64))
    found.say('OPENAI-OPTION', 'prompt_cache_key', 'string too long. Expected a string with maximum length 64.');
  if (request.max_tokens !== undefined && /^(gpt-[5-9]|o\d)/.test(String(model)))
    found.say('OPENAI-OPTION', 'max_tokens', "Unsupported parameter: 'max_tokens' is not supported with this model.");
}

function checkName(name: unknown, where: string, found: Findings): void {
  if (isText(name) && /^[a-zA-Z0-9_-]{1,64}$/.test(name)) return;
  found.say('OPENAI-R5', where, "string does not match pattern '^[a-zA-Z0-9_-]+$'.");
}

function checkMessage(message: Row, where: string, found: Findings): undefined {
  const role = String(message.role);
  const keys = messageKeys[role];
  if (!keys) return found.say('OPENAI-ROLE', where, `Invalid value: '${role}'.`);
  found.keys(message, keys, 'OPENAI-KEYS', where);
  const calls = message.tool_calls;
  if (calls !== undefined) {
    if (!Array.isArray(calls) || calls.length === 0)
      found.say('OPENAI-R4', where, 'tool_calls: expected minimum length 1.');
    rowsOf(calls).forEach((call, at) => {
      checkCall(call, `${where}.tool_calls[${at}]`, found);
    });
    if (hasTwice(rowsOf(calls).map((call) => call.id))) found.say('OPENAI-R6', where, 'Duplicate tool call id.');
  }
  checkContent(message, role, where, found);
  if (role === 'tool' && (!isText(message.tool_call_id) || message.tool_call_id === '')) {
    found.say('OPENAI-R3', where, "Missing required parameter: 'tool_call_id'.");
  }
}

function checkCall(call: Row, where: string, found: Findings): void {
  found.keys(call, ['id', 'type', 'function'], 'OPENAI-KEYS', where);
  if (!isText(call.id) || call.id === '') found.say('OPENAI-R6', where, "Missing required parameter: 'id'.");
  else if (call.id.length > 40)
    found.say('OPENAI-R6', where, 'string too long. Expected a string with maximum length 40.');
  if (call.type !== 'function') found.say('OPENAI-R5', where, "Invalid value: 'type'.");
  const called = rowOf(call.function);
  found.keys(called, ['name', 'arguments'], 'OPENAI-KEYS', where);
  checkName(called.name, `${where}.function.name`, found);
  if (!isText(called.arguments)) found.say('OPENAI-R8', where, 'arguments: expected a string.');
}

function checkContent(message: Row, role: string, where: string, found: Findings): undefined {
  const { content } = message;
  const mayBeNull = role === 'assistant' && Array.isArray(message.tool_calls) && message.tool_calls.length > 0;
  if (content === null || content === undefined) {
    if (!mayBeNull)
      found.say(role === 'assistant' ? 'OPENAI-R4' : 'OPENAI-R9', where, 'content: expected a string, got null.');
    return;
  }
  if (isText(content)) return;
  if (!Array.isArray(content) || content.length === 0) {
    return found.say('OPENAI-R3', where, 'content: expected an array with minimum length 1.');
  }
  for (const part of rowsOf(content)) {
    const type = String(part.type);
    if (!(partsOf[role] ?? ['text']).includes(type)) found.say('OPENAI-R3', where, `Invalid content type: ${type}.`);
    else found.keys(part, partKeys[type] ?? [], 'OPENAI-KEYS', where);
    if (type === 'text' && !isText(part.text)) found.say('OPENAI-R3', where, 'Missing text.');
    if (type !== 'image_url') continue;
    const image = rowOf(part.image_url);
    found.keys(image, ['url', 'detail'], 'OPENAI-KEYS', where);
    if (!isText(image.url) || !/^(https?:|data:image\/)/.test(image.url))
      found.say('OPENAI-IMAGE', where, 'Invalid image URL.');
  }
}

/** R1 and R2: results answer the reply directly before them, each call once. */
function checkPairs(messages: readonly Row[], found: Findings): void {
  let open: Set<unknown> = new Set();
  const end = (where: string): void => {
    if (open.size > 0) {
      const words =
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.";
      found.say('OPENAI-R1', where, `${words} Without one: ${[...open].join(', ')}`);
    }
    open = new Set();
  };
  messages.forEach((message, at) => {
    const where = `messages[${at}]`;
    if (message.role === 'tool') {
      if (open.delete(message.tool_call_id)) return;
      found.say(
        'OPENAI-R2',
        where,
        "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
      );
      return;
    }
    end(where);
    if (message.role === 'assistant') open = new Set(rowsOf(message.tool_calls).map((call) => call.id));
  });
  end('the end');
}
