// Parses a node of a ChatGPT export.

import { type JsonObject, jsonObject } from '../../../shared/core/json.ts';
import { arrayOrEmpty, asString, idText, objectItems } from '../web/values.ts';

type NodeKind = 'hidden' | 'user' | 'thoughts' | 'recap' | 'text' | 'call' | 'result';

export interface ChatNode {
  id: string;
  parent: string | null;
  /** The node verbatim. */
  row: JsonObject;
  message: JsonObject;
  metadata: JsonObject;
  content: JsonObject;
  kind: NodeKind;
  text: string;
  /** The tool that a call addresses, or that a result comes from. */
  tool: string;
}

export function readNode(id: string, row: JsonObject): ChatNode {
  const message = jsonObject(row.message);
  const content = jsonObject(message.content);
  const author = jsonObject(message.author);
  const role = asString(author.role);
  const recipient = idText(message.recipient) ?? 'all';
  const text = contentText(content);
  const node = { id, parent: idText(row.parent), row, message, metadata: jsonObject(message.metadata), content, text };
  const kind = kindOf(node, role, recipient);
  return { ...node, kind, tool: kind === 'result' ? (idText(author.name) ?? 'tool') : recipient };
}

function kindOf({ metadata, content, text }: Omit<ChatNode, 'kind' | 'tool'>, role: string, to: string): NodeKind {
  const type = asString(content.content_type);
  const isHidden = metadata.is_visually_hidden_from_conversation === true;
  if (role === 'tool') return 'result';
  if (role === 'assistant') {
    if (type === 'thoughts') return 'thoughts';
    if (type === 'reasoning_recap') return 'recap';
    if (to !== 'all') return 'call';
    return isHidden || (text === '' && !hasImages(content)) || type === 'model_editable_context' ? 'hidden' : 'text';
  }
  if (role !== 'user' || isHidden || type === 'user_editable_context') return 'hidden';
  return text === '' && !hasImages(content) ? 'hidden' : 'user';
}

function hasImages(content: JsonObject): boolean {
  return arrayOrEmpty(content.parts).some((part) => idText(jsonObject(part).asset_pointer) !== null);
}

/** Extracts the text; each content type has its own field for it. */
function contentText(content: JsonObject): string {
  if (content.content_type === 'thoughts') return thoughtsText(content);
  if (Array.isArray(content.parts)) return content.parts.map(partText).join('');
  const value = [content.text, content.result, content.content].find((value) => typeof value === 'string');
  const page = [content.title, content.url].filter((value) => idText(value) !== null).join('\n');
  return [page, asString(value)].filter((text) => text !== '').join('\n\n');
}

function partText(part: unknown): string {
  return typeof part === 'string' ? part : asString(jsonObject(part).text);
}

function thoughtsText(content: JsonObject): string {
  const thoughts = objectItems(content.thoughts).map((thought) => {
    const summary = asString(thought.summary);
    return [summary === '' ? '' : `**${summary}**`, asString(thought.content)]
      .filter((text) => text !== '')
      .join('\n\n');
  });
  return thoughts.filter((text) => text !== '').join('\n\n');
}

/** The field that holds the text, if it equals ours: dropped from the kept data and restored by the writer. */
export function textField(content: JsonObject, text: string): 'parts' | 'text' | null {
  const type = content.content_type;
  if (type === 'text' || type === 'multimodal_text') {
    return Array.isArray(content.parts) && content.parts.length === 1 && content.parts[0] === text ? 'parts' : null;
  }
  if (type !== 'code' && type !== 'execution_output') return null;
  return content.text === text ? 'text' : null;
}
