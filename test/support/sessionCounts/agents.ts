// Sessions of coding agents that work in a folder: Claude Code, Codex, OpenCode, Gemini CLI.

import { hasWords, leaves, linesOf, type Row, rowOf, rowsOf, type SessionCounts } from './counts.ts';

/**
 * Lines of one reply share a `message.id`; results belong to their calls wherever they are attached, so parallel ones
 * are not branches. `agents`: files of sub-agents next to it.
 */
export function countClaudeCode(text: string, agents = 0): SessionCounts {
  const lines = linesOf(text).filter(({ uuid }) => typeof uuid === 'string');
  const unitOf = new Map<string, string>();
  const callers = new Map<unknown, string>();
  const parents = new Map<string, string | null>();
  const [said, thought] = [new Set<string>(), new Set<string>()];
  let [messages, calls, results] = [0, 0, 0];
  for (const line of lines) {
    const above = String(line.parentUuid ?? line.logicalParentUuid ?? '');
    const parent = unitOf.get(above) ?? null;
    const message = rowOf(line.message);
    const { content } = message;
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : rowsOf(content);
    const answered = blocks.filter(({ type }) => type === 'tool_result');
    results += answered.length;
    const isMessage = line.type === 'assistant' || (line.type === 'user' && answered.length === 0);
    const unit = line.type === 'assistant' ? `reply ${String(message.id)}` : String(line.uuid);
    if (!isMessage) {
      const caller = answered.map((block) => callers.get(block.tool_use_id)).find((found) => found !== undefined);
      const within = caller ?? parent;
      if (within !== null) unitOf.set(String(line.uuid), within);
      continue;
    }
    unitOf.set(String(line.uuid), unit);
    if (!parents.has(unit)) parents.set(unit, parent);
    const hasText = blocks.some((block) => block.type === 'text' && hasWords(rowOf(block).text));
    if (line.type === 'user' && !isOfProgram(line)) messages++;
    if (line.type === 'assistant' && hasText && !said.has(unit)) {
      said.add(unit);
      messages++;
    }
    for (const block of blocks.map(rowOf)) {
      if (block.type === 'thinking' && hasWords(block.thinking)) thought.add(unit);
      if (block.type !== 'tool_use') continue;
      calls++;
      callers.set(block.id, unit);
    }
  }
  return { messages, calls, results, thinking: thought.size, agents, branches: leaves(parents) };
}

/** Lines that the app itself adds in the user's role. */
function isOfProgram(line: Row): boolean {
  return line.isMeta === true || line.isCompactSummary === true || rowOf(line.origin).kind === 'task-notification';
}

const ownWords = /^\s*(?:<environment_context>|<user_instructions>|# AGENTS\.md)/;

/** Items of one reply were sampled after the same items; items with another role are not a reply. */
export function countCodex(text: string): SessionCounts {
  const counts = { messages: 0, calls: 0, results: 0, thinking: 0, agents: 0, branches: 1 };
  const [said, thought] = [new Set<unknown>(), new Set<unknown>()];
  for (const { type, payload, metadata } of linesOf(text)) {
    const item = rowOf(payload);
    if (type === 'event_msg' && item.type === 'error') counts.messages++;
    if (type === 'event_msg' && item.type === 'thread_rolled_back') counts.branches++;
    if (type !== 'response_item') continue;
    const reply = rowOf(metadata).sampled_through_sequence;
    const words = rowsOf(item.content).some((part) => hasWords(part.text));
    if (item.type === 'message' && item.role === 'user') {
      if (!rowsOf(item.content).some((part) => ownWords.test(String(part.text)))) counts.messages++;
    }
    if (item.type === 'message' && item.role === 'assistant' && words) said.add(reply);
    if (item.type === 'reasoning' && rowsOf(item.summary).some((part) => hasWords(part.text))) thought.add(reply);
    if (item.type === 'function_call' || item.type === 'custom_tool_call') counts.calls++;
    if (item.type === 'function_call_output' || item.type === 'custom_tool_call_output') counts.results++;
  }
  return { ...counts, messages: counts.messages + said.size, thinking: thought.size };
}

/** The output of `opencode export`: a call and its result are one part. */
export function countOpenCode(text: string): SessionCounts {
  const counts = { messages: 0, calls: 0, results: 0, thinking: 0, agents: 0, branches: 1 };
  for (const message of rowsOf(rowOf(JSON.parse(text)).messages)) {
    const info = rowOf(message.info);
    const parts = rowsOf(message.parts);
    const words = (type: string): boolean => parts.some((part) => part.type === type && hasWords(part.text));
    if (info.role === 'user' ? !parts.every(({ type }) => type === 'compaction') : words('text')) counts.messages++;
    if (words('reasoning')) counts.thinking++;
    for (const part of parts.filter(({ type }) => type === 'tool')) {
      counts.calls++;
      const { status } = rowOf(part.state);
      if (status === 'completed' || status === 'error') counts.results++;
    }
  }
  return counts;
}

/** A row with a known ID is a newer state of that message; `$set` may add messages, too. */
export function countGeminiCli(text: string): SessionCounts {
  const newest = new Map<unknown, Row>();
  for (const line of linesOf(text)) {
    const rows = line.type === undefined ? rowsOf(rowOf(line.$set).messages) : [line];
    for (const row of rows) newest.set(row.id, row);
  }
  const counts = { messages: 0, calls: 0, results: 0, thinking: 0, agents: 0, branches: 1 };
  for (const { type, content, toolCalls, thoughts } of newest.values()) {
    const said = rowsOf(content).map(({ text: words }) => words);
    const isOwn = said.some((words) => String(words).startsWith('<session_context>'));
    if (type === 'user' && said.some(hasWords) && !isOwn) counts.messages++;
    if (type === 'gemini' && (hasWords(content) || said.some(hasWords))) counts.messages++;
    if (rowsOf(thoughts).length > 0) counts.thinking++;
    counts.calls += rowsOf(toolCalls).length;
    counts.results += rowsOf(toolCalls).filter(({ result }) => rowsOf(result).length > 0).length;
  }
  return counts;
}
