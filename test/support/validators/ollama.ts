// What Ollama's /api/chat rejects, or accepts and silently ignores: its server reads JSON into fixed types
// (api/types.go), so that a wrong type is "json: cannot unmarshal", an unknown field is lost, and bytes must be base64.

import {
  checkText,
  type Findings,
  findings,
  isBlank,
  isRow,
  isText,
  type Row,
  type RuleViolation,
  rowOf,
  rowsOf,
} from './violation.ts';

const topKeys =
  'model messages stream format keep_alive tools options think truncate shift logprobs top_logprobs'.split(' ');
const messageKeys = 'role content thinking images tool_calls tool_name tool_call_id'.split(' ');
const optionKeys =
  'num_keep seed num_predict top_k top_p min_p typical_p repeat_last_n temperature repeat_penalty presence_penalty frequency_penalty stop num_ctx num_batch num_gpu main_gpu use_mmap num_thread'.split(
    ' ',
  );
const whole = ['num_ctx', 'num_predict', 'num_keep', 'seed', 'top_k', 'repeat_last_n'];

export function ollamaViolations(body: unknown): RuleViolation[] {
  const found = findings();
  const request = rowOf(body);
  found.keys(request, topKeys, 'OLLAMA-KEYS', 'body');
  checkText(request, 'OLLAMA-TEXT', found);
  if (!isText(request.model) || request.model === '') found.say('OLLAMA-MODEL', 'model', 'model is required');
  checkOptions(request, found);
  for (const tool of rowsOf(request.tools)) {
    const called = rowOf(tool.function);
    if (tool.type !== 'function' || !isText(called.name) || called.name === '' || !isRow(called.parameters))
      found.say('OLLAMA-TOOLS', 'tools', 'json: cannot unmarshal into Go struct field ChatRequest.tools');
  }
  const messages = rowsOf(request.messages);
  // It would load the model and answer nothing (`done_reason: "load"`).
  if (messages.length === 0) found.say('OLLAMA-MESSAGES', 'messages', 'nothing is asked');
  for (const [at, message] of messages.entries()) checkMessage(message, `messages[${at}]`, found);
  checkResults(messages, found);
  return found.list;
}

function checkOptions({ options, think, stream, truncate, shift }: Row, found: Findings): void {
  if (options !== undefined && !isRow(options)) found.say('OLLAMA-OPTIONS', 'options', 'not an object');
  for (const [name, value] of Object.entries(rowOf(options))) {
    if (!optionKeys.includes(name)) found.say('OLLAMA-OPTIONS', name, 'invalid option provided');
    if (whole.includes(name) && !Number.isSafeInteger(value))
      found.say('OLLAMA-OPTIONS', name, `option "${name}" must be of type integer`);
  }
  const taken = [undefined, true, false, 'low', 'medium', 'high', 'max'];
  if (!taken.includes(think as never)) found.say('OLLAMA-THINK', 'think', 'think must be a boolean or "high", …');
  for (const [name, value] of Object.entries({ stream, truncate, shift }))
    if (value !== undefined && typeof value !== 'boolean') found.say('OLLAMA-TYPE', name, 'cannot unmarshal into bool');
}

function checkMessage(message: Row, where: string, found: Findings): void {
  found.keys(message, messageKeys, 'OLLAMA-KEYS', where);
  const { role, content, thinking, images, tool_calls: calls } = message;
  if (!['system', 'user', 'assistant', 'tool'].includes(String(role))) found.say('OLLAMA-ROLE', where, 'invalid role');
  if (!isText(content)) found.say('OLLAMA-TYPE', where, 'content: cannot unmarshal into string');
  if (thinking !== undefined && (!isText(thinking) || role !== 'assistant'))
    found.say('OLLAMA-TYPE', where, 'thinking is text of the assistant');
  for (const image of Array.isArray(images) ? images : images === undefined ? [] : [images])
    if (!isText(image) || !/^[A-Za-z0-9+/]+={0,2}$/.test(image))
      found.say('OLLAMA-IMAGE', where, 'illegal base64 data at input byte 0');
  for (const call of rowsOf(calls)) {
    const { name, arguments: args } = rowOf(call.function);
    if (role !== 'assistant' || !isText(name) || name === '') found.say('OLLAMA-CALLS', where, 'a call without a name');
    if (!isRow(args))
      found.say('OLLAMA-CALLS', where, 'arguments: cannot unmarshal string into ToolCallFunctionArguments');
  }
  const empty = isText(content) && isBlank(content) && calls === undefined && images === undefined;
  // Templates omit it or insert an empty turn instead.
  if (empty && role !== 'tool') found.say('OLLAMA-BLANK', where, 'a message that says nothing');
}

/** As many results as calls, after them, in the same order: templates know no IDs. */
function checkResults(messages: readonly Row[], found: Findings): void {
  let open: Row[] = [];
  for (const [at, message] of messages.entries()) {
    const where = `messages[${at}]`;
    if (message.role === 'tool') {
      const call = open.shift();
      if (!call) found.say('OLLAMA-RESULTS', where, 'a result without a call');
      else if (rowOf(call.function).name !== message.tool_name || call.id !== message.tool_call_id)
        found.say('OLLAMA-RESULTS', where, 'a result of another call than the next');
      continue;
    }
    if (open.length > 0) found.say('OLLAMA-RESULTS', where, 'a call without a result');
    open = rowsOf(message.tool_calls);
  }
  if (open.length > 0) found.say('OLLAMA-RESULTS', 'the end', 'a call without a result');
}
