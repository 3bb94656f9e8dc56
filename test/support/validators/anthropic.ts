// The rules of Anthropic's Messages API, with the messages of its 400s.

import {
  checkText,
  type Findings,
  findings,
  hasTwice,
  isBlank,
  isRow,
  isText,
  type Row,
  type RuleViolation,
  rowOf,
  rowsOf,
} from './violation.ts';

const topKeys =
  'model messages max_tokens system tools tool_choice stream temperature top_k top_p stop_sequences metadata thinking output_config service_tier container mcp_servers context_management'.split(
    ' ',
  );
const thinkingKeys: Record<string, readonly string[]> = {
  adaptive: ['type', 'display', 'block_binding'],
  enabled: ['type', 'budget_tokens', 'display'],
  disabled: ['type'],
};
const toolKeys = ['type', 'name', 'description', 'input_schema', 'cache_control'];
const searchKeys = ['type', 'name', 'max_uses', 'allowed_callers', 'cache_control'];
const blockKeys: Record<string, readonly string[]> = {
  text: ['type', 'text', 'cache_control', 'citations'],
  image: ['type', 'source', 'cache_control'],
  document: ['type', 'source', 'title', 'context', 'citations', 'cache_control'],
  tool_use: ['type', 'id', 'name', 'input', 'caller', 'cache_control'],
  server_tool_use: ['type', 'id', 'name', 'input', 'caller', 'cache_control'],
  web_search_tool_result: ['type', 'tool_use_id', 'content', 'caller', 'cache_control'],
  tool_result: ['type', 'tool_use_id', 'content', 'is_error', 'cache_control'],
  thinking: ['type', 'thinking', 'signature'],
  redacted_thinking: ['type', 'data'],
};
const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const blocksOf: Record<string, readonly string[]> = {
  user: ['text', 'image', 'document', 'tool_result'],
  assistant: ['text', 'tool_use', 'thinking', 'redacted_thinking', 'server_tool_use', 'web_search_tool_result'],
};

export function anthropicViolations(body: unknown): RuleViolation[] {
  const found = findings();
  const request = rowOf(body);
  found.keys(request, topKeys, 'ANTHROPIC-KEYS', 'body');
  checkText(request, 'ANTHROPIC-R27', found);
  if (!isText(request.model) || request.model === '') found.say('ANTHROPIC-FIELD', 'model', 'model: Field required');
  if (!Number.isInteger(request.max_tokens) || (request.max_tokens as number) < 1) {
    found.say('ANTHROPIC-FIELD', 'max_tokens', 'max_tokens: Field required');
  }
  const system = isText(request.system) ? [{ type: 'text', text: request.system }] : rowsOf(request.system);
  if (
    request.system !== undefined &&
    (system.length === 0 || system.some(({ text }) => !isText(text) || isBlank(text)))
  ) {
    found.say('ANTHROPIC-R22', 'system', 'system: text content blocks must be non-empty');
  }
  checkAnswering(request, found);
  checkCache(request, found);
  const messages = rowsOf(request.messages);
  if (messages.length === 0) {
    found.say('ANTHROPIC-MESSAGES', 'messages', 'messages: at least one message is required');
    return found.list;
  }
  messages.forEach((message, at) => {
    checkMessage(message, `messages.${at}`, found);
  });
  checkTools(request, messages, found);
  checkRoles(messages, found);
  checkPairs(messages, found);
  checkServerPairs(messages, found);
  return found.list;
}

/** Options that cannot be combined: thinking and sampling, a budget that leaves no space, a binding that is off. */
function checkAnswering(request: Row, found: Findings): undefined {
  const thinking = rowOf(request.thinking);
  if (request.thinking === undefined) return;
  const where = 'thinking';
  const keys = thinkingKeys[String(thinking.type)];
  if (!keys) return found.say('ANTHROPIC-THINKING', where, 'thinking.type: unknown');
  found.keys(thinking, keys, 'ANTHROPIC-KEYS', where);
  const isOn = thinking.type !== 'disabled';
  if (isOn && [request.temperature, request.top_k].some((value) => value !== undefined)) {
    found.say('ANTHROPIC-THINKING', where, '`temperature` may only be set to 1 when thinking is enabled');
  }
  const choice = String(rowOf(request.tool_choice).type ?? 'auto');
  if (isOn && choice !== 'auto' && choice !== 'none')
    found.say('ANTHROPIC-THINKING', where, 'Thinking may not be enabled when tool_choice forces tool use.');
  if (thinking.type !== 'enabled') return;
  const budget = Number(thinking.budget_tokens);
  if (!(budget >= 1024) || budget >= Number(request.max_tokens)) {
    found.say('ANTHROPIC-THINKING', where, '`max_tokens` must be greater than `thinking.budget_tokens`');
  }
  const messages = rowsOf(request.messages);
  const last = messages.findLast((message) => message.role === 'assistant');
  const goesOn = blocksIn(messages.at(-1)).some((block) => block.type === 'tool_result');
  if (goesOn && !isThinking(blocksIn(last)[0]))
    found.say('ANTHROPIC-THINKING', 'the end', 'Expected `thinking` or `redacted_thinking`, but found another');
}

function checkCache(request: Row, found: Findings): undefined {
  const marks = [...rowsOf(request.tools), ...rowsOf(request.system)].filter((entry) => entry.cache_control);
  const messages = rowsOf(request.messages).flatMap((message) => blocksIn(message));
  const inMessages = messages.filter((block) => block.cache_control);
  if (marks.length + inMessages.length > 4)
    found.say('ANTHROPIC-CACHE', 'body', 'A maximum of 4 blocks with cache_control may be provided.');
  if (inMessages.some(isThinking)) found.say('ANTHROPIC-CACHE', 'body', 'thinking blocks cannot have cache_control');
}

function isThinking(block: Row | undefined): boolean {
  return block?.type === 'thinking' || block?.type === 'redacted_thinking';
}

function blocksIn(message: Row | undefined): Row[] {
  if (isText(message?.content)) return [{ type: 'text', text: message.content }];
  return rowsOf(message?.content);
}

/** R21, R29. */
function checkTools(request: Row, messages: readonly Row[], found: Findings): void {
  const tools = rowsOf(request.tools);
  tools.forEach((tool, at) => {
    const where = `tools.${at}`;
    const isSearch = isText(tool.type) && /^web_search_\d+$/.test(tool.type);
    found.keys(tool, isSearch ? searchKeys : toolKeys, 'ANTHROPIC-KEYS', where);
    checkName(tool.name, where, found);
    if (!isSearch && rowOf(tool.input_schema).type !== 'object')
      found.say('ANTHROPIC-R21', where, "input_schema.type: Input should be 'object'");
  });
  if (hasTwice(tools.map((tool) => tool.name)))
    found.say('ANTHROPIC-R21', 'tools', 'tools: Tool names must be unique.');
  const calls = messages.some((message) => blocksIn(message).some((block) => block.type === 'tool_use'));
  if (calls && tools.length === 0) {
    found.say('ANTHROPIC-R29', 'tools', 'Requests which include `tool_use` or `tool_result` blocks must define tools');
  }
}

function checkName(name: unknown, where: string, found: Findings): void {
  if (isText(name) && /^[a-zA-Z0-9_-]{1,64}$/.test(name)) return;
  found.say('ANTHROPIC-R21', where, "name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'");
}

function checkMessage(message: Row, where: string, found: Findings): undefined {
  found.keys(message, ['role', 'content'], 'ANTHROPIC-KEYS', where);
  const allowed = blocksOf[String(message.role)];
  if (!allowed) return found.say('ANTHROPIC-ROLE', where, `messages: Unexpected role "${String(message.role)}".`);
  const blocks = blocksIn(message);
  if (blocks.length === 0) found.say('ANTHROPIC-R22', where, 'all messages must have non-empty content');
  blocks.forEach((block, at) => {
    const place = `${where}.content.${at}`;
    const type = String(block.type);
    if (allowed.includes(type)) {
      found.keys(block, blockKeys[type] ?? [], 'ANTHROPIC-KEYS', place);
      checkBlock(block, place, found);
    } else found.say('ANTHROPIC-BLOCK', place, `${type} blocks are not permitted here`);
  });
  const firstSaid = blocks.findIndex((block) => block.type !== 'tool_result');
  const late = blocks.findLastIndex((block) => block.type === 'tool_result');
  if (firstSaid >= 0 && late > firstSaid)
    found.say('ANTHROPIC-R26', where, 'tool_result blocks must come before other content');
}

function checkBlock(block: Row, where: string, found: Findings): undefined {
  switch (block.type) {
    case 'text':
      if (!isText(block.text) || isBlank(block.text))
        found.say('ANTHROPIC-R22', where, 'text content blocks must be non-empty');
      return;
    case 'image':
    case 'document': {
      const source = rowOf(block.source);
      const types = block.type === 'image' ? imageTypes : ['application/pdf'];
      const known = types.includes(String(source.media_type));
      const data = isText(source.data) && /^[A-Za-z0-9+/]+={0,2}$/.test(source.data);
      if (source.type !== 'base64' || !known || !data)
        found.say('ANTHROPIC-IMAGE', where, `source: not a base64 ${block.type}`);
      return;
    }
    case 'server_tool_use':
      if (!isRow(block.input)) found.say('ANTHROPIC-INPUT', where, 'server_tool_use.input: Field required');
      return;
    case 'tool_use':
      checkId(block.id, 'tool_use.id', where, found);
      checkName(block.name, where, found);
      if (!isRow(block.input))
        found.say('ANTHROPIC-INPUT', where, 'tool_use.input: Input should be a valid dictionary');
      return;
    case 'tool_result':
      checkId(block.tool_use_id, 'tool_result.tool_use_id', where, found);
      if (isText(block.content) && isBlank(block.content)) {
        found.say('ANTHROPIC-R26', where, 'The text field in the ContentBlock object is blank');
      }
      checkResultBlocks(block, where, found);
      return;
    case 'thinking':
      if (!isText(block.thinking) || !isText(block.signature) || block.signature === '') {
        found.say('ANTHROPIC-R25', where, 'Invalid `signature` in `thinking` block');
      }
      return;
    case 'redacted_thinking':
      if (!isText(block.data) || block.data === '')
        found.say('ANTHROPIC-R25', where, 'redacted_thinking.data: Field required');
  }
}

/** A result has text and images; "all content must be of type `text` if `is_error` is true". */
function checkResultBlocks(result: Row, where: string, found: Findings): void {
  if (result.content === undefined || isText(result.content)) return;
  if (!Array.isArray(result.content))
    found.say('ANTHROPIC-RESULT', where, 'tool_result.content: Input should be a list');
  rowsOf(result.content).forEach((part, at) => {
    const place = `${where}.tool_result.content.${at}`;
    if (part.type !== 'text' && part.type !== 'image') {
      found.say('ANTHROPIC-RESULT', place, `Input tag '${String(part.type)}' does not match the expected tags`);
    } else if (part.type !== 'text' && result.is_error === true) {
      found.say('ANTHROPIC-RESULT', place, 'all content must be of type `text` if `is_error` is true');
    } else checkBlock(part, place, found);
  });
}

function checkId(id: unknown, field: string, where: string, found: Findings): void {
  if (isText(id) && /^[a-zA-Z0-9_-]{1,64}$/.test(id)) return;
  found.say('ANTHROPIC-R20', where, `${field}: String should match pattern '^[a-zA-Z0-9_-]+$'`);
}

/** R23, R24, and that turns alternate, starting with the user's. */
function checkRoles(messages: readonly Row[], found: Findings): void {
  if (messages[0]?.role !== 'user') found.say('ANTHROPIC-ROLE', 'messages.0', 'first message must use the "user" role');
  messages.forEach((message, at) => {
    if (message.role === messages[at - 1]?.role) {
      found.say('ANTHROPIC-ROLE', `messages.${at}`, 'roles must alternate between "user" and "assistant"');
    }
  });
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return;
  found.say('ANTHROPIC-R24', 'the end', 'The conversation must end with a user message.');
  const text = blocksIn(last).at(-1)?.text;
  if (isText(text) && /\s$/.test(text))
    found.say('ANTHROPIC-R23', 'the end', 'final assistant content cannot end with trailing whitespace');
}

/**
 * The provider's own tools: each use is answered in the same or a later reply, unless calls next to it are still open.
 */
function checkServerPairs(messages: readonly Row[], found: Findings): void {
  const all = messages.flatMap((message) => blocksIn(message));
  const answered = all.filter((block) => block.type === 'web_search_tool_result').map((block) => block.tool_use_id);
  const last = messages.findLastIndex((message) => message.role === 'assistant');
  const used = new Set<unknown>();
  messages.forEach((message, at) => {
    const blocks = blocksIn(message);
    const goesOn = at === last && blocks.some((block) => block.type === 'tool_use');
    for (const block of blocks) {
      if (block.type === 'server_tool_use') {
        used.add(block.id);
        if (!isText(block.id) || !/^srvtoolu_[a-zA-Z0-9_]+$/.test(block.id))
          found.say('ANTHROPIC-R20', `messages.${at}`, "server_tool_use.id: String should match pattern '^srvtoolu_'");
        if (!goesOn && !answered.includes(block.id))
          found.say('ANTHROPIC-SERVER', `messages.${at}`, '`web_search` tool use was found without a result');
      }
      if (block.type === 'web_search_tool_result' && !used.has(block.tool_use_id))
        found.say('ANTHROPIC-SERVER', `messages.${at}`, 'unexpected `tool_use_id` in `web_search_tool_result`');
    }
  });
}

/** R16 to R19, R25: what may follow thinking. */
function checkPairs(messages: readonly Row[], found: Findings): void {
  const used = new Set<unknown>();
  messages.forEach((message, at) => {
    const where = `messages.${at}`;
    const blocks = blocksIn(message);
    const ids = blocks.filter((block) => block.type === 'tool_use').map((block) => block.id);
    for (const id of ids) {
      if (used.has(id)) found.say('ANTHROPIC-R18', where, '`tool_use` ids must be unique');
      used.add(id);
    }
    const asked = blocksIn(messages[at - 1])
      .filter((block) => block.type === 'tool_use')
      .map((block) => block.id);
    const given = blocks.filter((block) => block.type === 'tool_result').map((block) => block.tool_use_id);
    if (given.some((id) => !asked.includes(id)))
      found.say('ANTHROPIC-R17', where, 'unexpected `tool_use_id` found in `tool_result` blocks');
    if (hasTwice(given)) found.say('ANTHROPIC-R19', where, 'each tool_use must have a single result');
    if (ids.length > 0) {
      const next = blocksIn(messages[at + 1])
        .filter((block) => block.type === 'tool_result')
        .map((block) => block.tool_use_id);
      const open = ids.filter((id) => !next.includes(id));
      if (open.length > 0) {
        found.say(
          'ANTHROPIC-R16',
          where,
          `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}`,
        );
      }
    }
    const lastThought = blocks.findLastIndex(isThinking);
    if (lastThought >= 0 && lastThought === blocks.length - 1) {
      found.say('ANTHROPIC-R25', where, 'The final block in an assistant message cannot be `thinking`.');
    }
  });
}

/** A model's message as a server remembers it: identified by its blocks. */
export interface GivenReply {
  model: string;
  content: readonly unknown[];
}

/**
 * Thinking is complete, in its place, and the model's own: each reply with thinking is one that this model sent, block
 * for block, except for call IDs, blank text and unsigned blocks, in the original order.
 */
export function anthropicThinkingViolations(body: unknown, given: readonly GivenReply[]): RuleViolation[] {
  const found = findings();
  const { model, messages } = rowOf(body);
  let next = 0;
  rowsOf(messages).forEach((message, at) => {
    const blocks = blocksIn(message);
    if (message.role !== 'assistant' || !blocks.some(isThinking)) return;
    const said = JSON.stringify(blocks.map(asGiven));
    const from = given.findIndex((reply, index) => {
      const content = rowsOf(reply.content).filter(isTaken).map(asGiven);
      return index >= next && reply.model === model && JSON.stringify(content) === said;
    });
    if (from < 0)
      found.say('ANTHROPIC-R25', `messages.${at}`, 'thinking blocks in an assistant message cannot be modified');
    else next = from + 1;
  });
  return found.list;
}

function isTaken(block: Row): boolean {
  if (block.type === 'text') return isText(block.text) && !isBlank(block.text);
  return block.type !== 'thinking' || (isText(block.signature) && block.signature !== '');
}

function asGiven(block: Row): Row {
  const { cache_control: _mark, ...rest } = block;
  return rest.type === 'tool_use' ? { ...rest, id: '' } : rest;
}
