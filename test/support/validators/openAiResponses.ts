// The rules of OpenAI's Responses: the fields of an input item in the published description, and the server's answers
// about items that belong together.

import {
  checkText,
  type Findings,
  findings,
  isRow,
  isText,
  type Row,
  type RuleViolation,
  rowOf,
  rowsOf,
} from './violation.ts';

const topKeys =
  'model input instructions tools tool_choice parallel_tool_calls store stream stream_options include reasoning text temperature top_p top_logprobs max_output_tokens max_tool_calls metadata previous_response_id conversation prompt prompt_cache_key prompt_cache_options prompt_cache_retention safety_identifier service_tier truncation user background'.split(
    ' ',
  );

export function openAiResponsesViolations(body: unknown): RuleViolation[] {
  const found = findings();
  const request = rowOf(body);
  found.keys(request, topKeys, 'RESPONSES-KEYS', 'body');
  checkText(request, 'RESPONSES-TEXT', found);
  if (!isText(request.model) || request.model === '')
    found.say('RESPONSES-MODEL', 'model', 'Missing required parameter.');
  if (request.instructions !== undefined && !isText(request.instructions)) {
    found.say('RESPONSES-TYPE', 'instructions', 'expected a string');
  }
  checkTools(request.tools, found);
  checkOptions(request, found);
  if (!Array.isArray(request.input) || request.input.length === 0) {
    found.say('RESPONSES-INPUT', 'input', 'One of "input" or "previous_response_id" must be provided.');
    return found.list;
  }
  const items = rowsOf(request.input);
  items.forEach((item, at) => {
    checkItem(item, `input[${at}]`, request.store === false, found);
  });
  checkPairs(items, found);
  checkReasoning(items, found);
  return found.list;
}

function checkTools(tools: unknown, found: Findings): void {
  if (tools === undefined) return;
  if (!Array.isArray(tools) || tools.length > 128)
    found.say('RESPONSES-R7', 'tools', 'Expected an array with maximum length 128.');
  rowsOf(tools).forEach((tool, at) => {
    const where = `tools[${at}]`;
    if (tool.type === 'web_search') {
      found.keys(tool, ['type', 'filters', 'search_context_size', 'user_location'], 'RESPONSES-KEYS', where);
      return;
    }
    found.keys(tool, ['type', 'name', 'description', 'parameters', 'strict'], 'RESPONSES-KEYS', where);
    if (tool.type !== 'function') found.say('RESPONSES-TYPE', where, 'not a function');
    checkName(tool.name, where, found);
    if (!isRow(tool.parameters)) found.say('RESPONSES-TYPE', where, 'Missing required parameter: parameters.');
  });
}

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

/** Observed rejections: an unknown effort or summary, fewer than 16 tokens, a cache key that is too long. */
function checkOptions(request: Row, found: Findings): void {
  const { reasoning, max_output_tokens: most, temperature, prompt_cache_key: key, include } = request;
  if (reasoning !== undefined) {
    found.keys(rowOf(reasoning), ['effort', 'summary', 'context', 'mode'], 'RESPONSES-KEYS', 'reasoning');
    const { effort, summary } = rowOf(reasoning);
    if (effort !== undefined && !efforts.includes(String(effort)))
      found.say('RESPONSES-OPTION', 'reasoning.effort', 'Invalid value.');
    if (summary !== undefined && !['auto', 'concise', 'detailed'].includes(String(summary)))
      found.say('RESPONSES-OPTION', 'reasoning.summary', 'Invalid value.');
  }
  if (most !== undefined && !(typeof most === 'number' && most >= 16))
    found.say('RESPONSES-OPTION', 'max_output_tokens', 'integer below minimum value. Expected a value >= 16.');
  if (temperature !== undefined && !(typeof temperature === 'number' && temperature >= 0 && temperature <= 2))
    found.say('RESPONSES-OPTION', 'temperature', 'Expected a value from 0 to 2.');
  if (key !== undefined && !(isText(key) && key.length <= 64))
    found.say('RESPONSES-OPTION', 'prompt_cache_key', 'string too long. Expected a string with maximum length 64.');
  if (include !== undefined && !(Array.isArray(include) && include.every(isText)))
    found.say('RESPONSES-OPTION', 'include', 'Expected a list.');
}

function checkName(name: unknown, where: string, found: Findings): void {
  if (isText(name) && /^[a-zA-Z0-9_-]{1,64}$/.test(name)) return;
  found.say('RESPONSES-R5', where, "name: string does not match pattern '^[a-zA-Z0-9_-]+$'.");
}

function checkItem(item: Row, where: string, unstored: boolean, found: Findings): undefined {
  switch (item.type ?? 'message') {
    case 'message':
      return checkInputMessage(item, where, unstored, found);
    case 'function_call':
      found.keys(
        item,
        ['type', 'id', 'call_id', 'name', 'arguments', 'status', 'namespace', 'caller', 'async'],
        'RESPONSES-KEYS',
        where,
      );
      checkId(item.id, 'fc', where, unstored, found);
      checkCallId(item.call_id, where, found);
      checkName(item.name, where, found);
      if (!isText(item.arguments)) found.say('RESPONSES-R8', where, 'arguments: expected a string.');
      return;
    case 'custom_tool_call':
      found.keys(item, ['type', 'id', 'call_id', 'name', 'input', 'namespace'], 'RESPONSES-KEYS', where);
      checkId(item.id, 'ctc', where, unstored, found);
      checkCallId(item.call_id, where, found);
      checkName(item.name, where, found);
      if (!isText(item.input)) found.say('RESPONSES-R8', where, 'input: expected a string.');
      return;
    case 'web_search_call':
      found.keys(item, ['type', 'id', 'status', 'action'], 'RESPONSES-KEYS', where);
      if (!isText(item.id) || !item.id.startsWith('ws'))
        found.say('RESPONSES-R10', where, "Expected an ID that begins with 'ws'.");
      if (!isRow(item.action)) found.say('RESPONSES-TYPE', where, 'Missing required parameter: action.');
      return;
    case 'file_search_call':
    case 'code_interpreter_call':
    case 'image_generation_call':
    case 'program_output':
      if (!isText(item.id)) found.say('RESPONSES-R10', where, "Missing required parameter: 'id'.");
      return;
    case 'custom_tool_call_output':
    case 'function_call_output':
      found.keys(item, ['type', 'id', 'call_id', 'output', 'status'], 'RESPONSES-KEYS', where);
      checkId(item.id, 'fc', where, unstored, found);
      checkCallId(item.call_id, where, found);
      checkOutput(item.output, where, found);
      return;
    case 'reasoning':
      found.keys(item, ['type', 'id', 'summary', 'content', 'encrypted_content', 'status'], 'RESPONSES-KEYS', where);
      checkId(item.id, 'rs', where, unstored, found);
      if (!Array.isArray(item.summary)) found.say('RESPONSES-TYPE', where, 'Missing required parameter: summary.');
      if (unstored && (!isText(item.encrypted_content) || item.encrypted_content === '')) {
        found.say('RESPONSES-R15', where, 'Item not found: with store off its encrypted content is needed.');
      }
      return;
    default:
      return found.say('RESPONSES-TYPE', where, `Invalid value: '${String(item.type)}'.`);
  }
}

/** A text, or a list of the parts that a user message may have. */
function checkOutput(output: unknown, where: string, found: Findings): void {
  if (isText(output)) return;
  if (!Array.isArray(output) || output.length === 0) found.say('RESPONSES-TYPE', where, 'output: expected a string.');
  else checkInputMessage({ role: 'user', content: output }, `${where}.output`, true, found);
}

function checkInputMessage(item: Row, where: string, unstored: boolean, found: Findings): undefined {
  found.keys(item, ['type', 'role', 'content', 'id', 'status', 'phase'], 'RESPONSES-KEYS', where);
  const role = String(item.role);
  if (!['user', 'assistant', 'system', 'developer'].includes(role))
    return found.say('RESPONSES-ROLE', where, `Invalid role ${role}`);
  checkId(item.id, 'msg', where, unstored, found);
  if (isText(item.content)) return;
  if (!Array.isArray(item.content) || item.content.length === 0)
    return found.say('RESPONSES-TYPE', where, 'content is empty');
  const allowed = role === 'assistant' ? ['output_text', 'refusal'] : ['input_text', 'input_image', 'input_file'];
  for (const part of rowsOf(item.content)) {
    const type = String(part.type);
    if (!allowed.includes(type))
      found.say('RESPONSES-TYPE', where, `Invalid value: '${type}'. Supported values are: ${allowed}.`);
    if (type === 'input_text' && !isText(part.text)) found.say('RESPONSES-TYPE', where, 'Missing text.');
    if (type === 'input_image' && !(isText(part.image_url) && /^(https?:|data:image\/)/.test(part.image_url))) {
      found.say('RESPONSES-IMAGE', where, 'Invalid image URL.');
    }
  }
}

/** R10, R11: an item's own ID starts with its kind and is known to the server, which only knows stored items. */
function checkId(id: unknown, prefix: string, where: string, unstored: boolean, found: Findings): void {
  if (id === undefined || id === null) return;
  if (!isText(id) || !id.startsWith(prefix))
    found.say('RESPONSES-R10', where, `Expected an ID that begins with '${prefix}'.`);
  else if (id.length > 64)
    found.say('RESPONSES-R11', where, 'string too long. Expected a string with maximum length 64.');
  else if (unstored)
    found.say(
      'RESPONSES-R12',
      where,
      `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false.`,
    );
}

function checkCallId(id: unknown, where: string, found: Findings): undefined {
  if (!isText(id) || id === '') return found.say('RESPONSES-R10', where, "Missing required parameter: 'call_id'.");
  if (id.length > 64 || id.endsWith('_')) found.say('RESPONSES-R11', where, 'call_id: too long, or cut off.');
}

/** R14: every call has one output, after it; an output has its call. */
function checkPairs(items: readonly Row[], found: Findings): void {
  const open = new Set<unknown>();
  const seen = new Set<unknown>();
  items.forEach((item, at) => {
    const where = `input[${at}]`;
    if (item.type === 'function_call' || item.type === 'custom_tool_call') {
      if (seen.has(item.call_id)) found.say('RESPONSES-R14', where, `Duplicate call_id ${String(item.call_id)}.`);
      seen.add(item.call_id);
      open.add(item.call_id);
    } else if (item.type === 'function_call_output' || item.type === 'custom_tool_call_output') {
      if (!open.delete(item.call_id))
        found.say(
          'RESPONSES-R14',
          where,
          `No tool call found for function call output with call_id ${String(item.call_id)}.`,
        );
    } else if (open.size > 0 && !isOwn(item)) {
      found.say('RESPONSES-R14', where, `No tool output found for function call ${[...open].join(', ')}.`);
      open.clear();
    }
  });
  if (open.size > 0)
    found.say('RESPONSES-R14', 'the end', `No tool output found for function call ${[...open].join(', ')}.`);
}

/** Items that a reply may have between its calls. */
function isOwn(item: Row): boolean {
  if (item.type === undefined || item.type === 'message') return item.role === 'assistant';
  return item.type === 'reasoning' || String(item.type).endsWith('_call');
}

/** R13: reasoning is followed by text or a call. */
function checkReasoning(items: readonly Row[], found: Findings): void {
  items.forEach((item, at) => {
    if (item.type !== 'reasoning') return;
    const next = items[at + 1];
    const follows = next !== undefined && isOwn(next);
    if (!follows)
      found.say(
        'RESPONSES-R13',
        `input[${at}]`,
        "Item of type 'reasoning' was provided without its required following item.",
      );
  });
}
