// Sessions of Copilot CLI, Qwen Code, Cline and Pi: each record is one message, or one result.

import { hasWords, leaves, linesOf, type Row, rowOf, rowsOf, type SessionCounts } from './counts.ts';

const none: SessionCounts = { messages: 0, calls: 0, results: 0, thinking: 0, agents: 0, branches: 1 };

export function countCopilot(text: string): SessionCounts {
  const counts = { ...none };
  for (const { type, data } of linesOf(text)) {
    const { content, reasoningText, toolRequests } = rowOf(data);
    const isSaid = (type === 'user.message' || type === 'assistant.message') && hasWords(content);
    if (isSaid || type === 'session.error') counts.messages++;
    if (hasWords(reasoningText)) counts.thinking++;
    counts.calls += rowsOf(toolRequests).length;
    if (type === 'tool.execution_complete') counts.results++;
  }
  return counts;
}

export function countQwen(text: string): SessionCounts {
  const counts = { ...none };
  const parents = new Map<string, string | null>();
  for (const { uuid, parentUuid, type, message } of linesOf(text)) {
    parents.set(String(uuid), parentUuid === null ? null : String(parentUuid));
    const parts = rowsOf(rowOf(message).parts);
    const isSaid = parts.some((part) => part.thought !== true && hasWords(part.text));
    if ((type === 'user' || type === 'assistant') && isSaid) counts.messages++;
    if (parts.some((part) => part.thought === true && hasWords(part.text))) counts.thinking++;
    counts.calls += parts.filter(({ functionCall }) => functionCall !== undefined).length;
    counts.results += parts.filter(({ functionResponse }) => functionResponse !== undefined).length;
  }
  return { ...counts, branches: leaves(parents) };
}

export function countCline(text: string): SessionCounts {
  const counts = { ...none };
  for (const { content, metadata } of rowsOf(rowOf(JSON.parse(text)).messages)) {
    const blocks = rowsOf(content);
    const of = (type: string): Row[] => blocks.filter((block) => block.type === type);
    const isOfProgram = rowOf(metadata).userRunSpan === 0;
    if (of('text').some((block) => hasWords(block.text)) && !isOfProgram) counts.messages++;
    if (of('thinking').some((block) => hasWords(block.thinking))) counts.thinking++;
    counts.calls += of('tool_use').length;
    counts.results += of('tool_result').length;
  }
  return counts;
}

export function countPi(text: string): SessionCounts {
  const counts = { ...none };
  const parents = new Map<string, string | null>();
  for (const { type, id, parentId, message } of linesOf(text)) {
    if (type !== 'session') parents.set(String(id), parentId === null ? null : String(parentId));
    const { role, content, stopReason } = rowOf(message);
    const blocks = rowsOf(content);
    const of = (kind: string): Row[] => blocks.filter((block) => block.type === kind);
    const isSaid = role !== 'toolResult' && of('text').some((block) => hasWords(block.text));
    if (isSaid || stopReason === 'error') counts.messages++;
    if (of('thinking').some((block) => hasWords(block.thinking))) counts.thinking++;
    counts.calls += of('toolCall').length;
    if (role === 'toolResult') counts.results++;
  }
  return { ...counts, branches: leaves(parents) };
}
