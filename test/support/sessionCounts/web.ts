// Exports of web apps and editors: ChatGPT, Claude.ai, Open WebUI, LibreChat, VS Code.

import { countList, hasWords, leaves, linesOf, type Row, rowOf, rowsOf, type SessionCounts, sumOf } from './counts.ts';

type Kind = 'words' | 'thinking' | 'call' | 'result' | 'other';

/** A message by the user. */
const oneMessage: SessionCounts = { messages: 1, calls: 0, results: 0, thinking: 0, agents: 0, branches: 0 };

function treeOf(all: readonly SessionCounts[], parents: ReadonlyMap<string, string | null>): SessionCounts {
  return { ...sumOf(all), branches: leaves(parents) };
}

/** A call has a recipient, a result comes from a tool; hidden nodes are skipped. */
export function countChatGpt(text: string): SessionCounts {
  const [conversation] = JSON.parse(text) as Row[];
  const mapping = rowOf(conversation?.mapping);
  const shown = new Map<string, Row>();
  const counts = { messages: 0, calls: 0, results: 0, thinking: 0, agents: 0, branches: 0 };
  for (const [id, node] of Object.entries(mapping)) {
    const message = rowOf(rowOf(node).message);
    const content = rowOf(message.content);
    const { role } = rowOf(message.author);
    const type = content.content_type;
    const hidden = rowOf(message.metadata).is_visually_hidden_from_conversation === true;
    if (!['user', 'assistant', 'tool'].includes(String(role)) || hidden) continue;
    if (type === 'user_editable_context' || type === 'model_editable_context' || type === 'reasoning_recap') continue;
    shown.set(id, rowOf(node));
    if (role === 'tool') counts.results++;
    else if (role === 'assistant' && type === 'thoughts') counts.thinking++;
    else if (role === 'assistant' && message.recipient !== 'all') counts.calls++;
    else counts.messages++;
  }
  const shownAbove = (node: Row): string | null => {
    let at = node.parent;
    while (typeof at === 'string' && !shown.has(at)) at = rowOf(mapping[at]).parent;
    return typeof at === 'string' ? at : null;
  };
  const parents = new Map([...shown].map(([id, node]) => [id, shownAbove(node)]));
  return { ...counts, branches: leaves(parents) };
}

const claudeKinds: Record<string, Kind> = { thinking: 'thinking', tool_use: 'call', tool_result: 'result' };

export function countClaudeAi(text: string): SessionCounts {
  const [conversation] = JSON.parse(text) as Row[];
  const messages = rowsOf(conversation?.chat_messages);
  const ids = new Set(messages.map(({ uuid }) => uuid));
  const parents = new Map(
    messages.map(({ uuid, parent_message_uuid: parent }) => [String(uuid), ids.has(parent) ? String(parent) : null]),
  );
  const all = messages.map(({ sender, content }) => {
    if (sender === 'human') return oneMessage;
    const kindOf = ({ type, text: words }: Row): Kind =>
      type === 'text' && hasWords(words) ? 'words' : (claudeKinds[String(type)] ?? 'other');
    return countList(rowsOf(content).map(kindOf));
  });
  return treeOf(all, parents);
}

const webUiKinds: Record<string, Kind> = {
  message: 'words',
  reasoning: 'thinking',
  function_call: 'call',
  function_call_output: 'result',
};

export function countOpenWebUi(text: string): SessionCounts {
  const [chat] = JSON.parse(text) as Row[];
  const messages = Object.entries(rowOf(rowOf(rowOf(chat?.chat).history).messages));
  const parents = new Map(
    messages.map(([id, message]) => [id, (rowOf(message).parentId as string | null | undefined) ?? null]),
  );
  const all = messages.map(([, message]) => {
    const { role, output } = rowOf(message);
    if (role === 'user' || output === undefined) return oneMessage;
    return countList(rowsOf(output).map(({ type }) => webUiKinds[String(type)] ?? 'other'));
  });
  return treeOf(all, parents);
}

export function countLibreChat(text: string): SessionCounts {
  const parents = new Map<string, string | null>();
  const all: SessionCounts[] = [];
  const walk = (messages: unknown, above: string | null): void => {
    for (const message of rowsOf(messages)) {
      parents.set(String(message.messageId), above);
      const parts = rowsOf(message.content);
      const kinds = parts.flatMap(({ type, tool_call: call }): Kind[] => {
        if (type === 'think') return ['thinking'];
        if (type === 'tool_call') return rowOf(call).output === undefined ? ['call'] : ['call', 'result'];
        return type === 'text' ? ['words'] : [];
      });
      all.push(parts.length === 0 ? oneMessage : countList(kinds));
      walk(message.children, String(message.messageId));
    }
  };
  walk(rowOf(JSON.parse(text)).messages, null);
  return treeOf(all, parents);
}

/** Replays the log: an initial state, values that are set, items that are pushed at a position. */
export function countVsCode(text: string): SessionCounts {
  let state: Row = {};
  for (const { kind, k, v, i } of linesOf(text)) {
    if (kind === 0) state = rowOf(v);
    const path = Array.isArray(k) ? (k as (string | number)[]) : [];
    const last = path.at(-1);
    let at: unknown = state;
    for (const key of path.slice(0, -1)) at = (at as Record<string | number, unknown>)[key];
    const place = at as Record<string | number, unknown>;
    if (kind === 1 && last !== undefined) place[last] = v;
    if (kind !== 2 || last === undefined) continue;
    const list = (place[last] ?? []) as unknown[];
    place[last] = [...(typeof i === 'number' ? list.slice(0, i) : list), ...(v as unknown[])];
  }
  const all = rowsOf(state.requests).flatMap(({ response, result }) => {
    const results = rowOf(rowOf(rowOf(result).metadata).toolCallResults);
    const kinds = rowsOf(response).flatMap(({ kind, value, toolCallId }): Kind[] => {
      if (kind === 'thinking') return ['thinking'];
      if (kind === 'toolInvocationSerialized') return String(toolCallId) in results ? ['call', 'result'] : ['call'];
      return kind === undefined && hasWords(value) ? ['words'] : [];
    });
    return [oneMessage, countList(kinds)];
  });
  return { ...sumOf(all), branches: 1 };
}
