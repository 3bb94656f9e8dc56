// Parses thinking and calls of old Open WebUI versions: HTML `<details>` in the text, with calls in escaped attributes.

import type { ReplyParts } from '../web/replyParts.ts';

const opening = /<details\s+([^>]*\btype="(reasoning|tool_calls|code_interpreter)"[^>]*)>/g;
const ending = '</details>';

export function readDetails(content: string, reply: ReplyParts): void {
  let at = 0;
  opening.lastIndex = 0;
  for (let match = opening.exec(content); match; match = opening.exec(content)) {
    const end = content.indexOf(ending, opening.lastIndex);
    if (end < 0) break;
    takeText(content.slice(at, match.index), reply);
    const inner = content.slice(opening.lastIndex, end);
    const attributes = attributesOf(match[1] ?? '');
    if (match[2] === 'tool_calls') takeCall(attributes, reply);
    else if (match[2] === 'reasoning') reply.thinking(quotedText(inner));
    else takeText(unescaped(withoutSummary(inner)), reply);
    at = end + ending.length;
    opening.lastIndex = at;
  }
  takeText(content.slice(at), reply);
}

function takeText(text: string, reply: ReplyParts): void {
  if (text.trim() !== '') reply.text(text.trim());
}

function takeCall(attributes: Map<string, string>, reply: ReplyParts): void {
  const name = attributes.get('name') ?? 'tool';
  const id = reply.call(attributes.get('id') || null, name, textInJson(attributes.get('arguments') ?? ''));
  const result = attributes.get('result');
  if (result === undefined || attributes.get('done') === 'false') return;
  reply.result({ callId: id, toolName: name, content: textInJson(result), outcome: 'ok' });
}

/** Arguments and results are doubly encoded JSON. */
function textInJson(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}

function attributesOf(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, unescaped(value)]),
  );
}

function quotedText(inner: string): string {
  return unescaped(withoutSummary(inner))
    .split('\n')
    .map((line) => line.replace(/^\s*> ?/, ''))
    .join('\n')
    .trim();
}

function withoutSummary(inner: string): string {
  const end = inner.indexOf('</summary>');
  return end < 0 ? inner : inner.slice(end + '</summary>'.length);
}

const entities: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', '#x27': "'", '#39': "'" };

function unescaped(text: string): string {
  return text.replace(/&(quot|amp|lt|gt|#x27|#39);/g, (_, name: string) => entities[name] ?? '');
}
