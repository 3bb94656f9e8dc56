// The user's message as an external agent receives it: text, with attached and mentioned files as text blocks; images
// where the agent takes them.

import { userContent } from '../../../shared/conversation/apiContent.ts';
import { type Message, textOf } from '../../../shared/conversation/message.ts';
import { sendableText } from '../../../shared/conversation/sendable.ts';
import type { AgentPromptPart, AgentSession } from '../../ports/externalAgents.ts';
import type { ChatDeps } from '../chatDeps.ts';
import type { AgentHistory } from './history.ts';

/** Returns the parts of a prompt; empty if the messages have no content. */
export async function promptParts(
  { attachments }: Pick<ChatDeps, 'attachments'>,
  conversationId: string,
  messages: readonly Message[],
  takes: AgentSession['takes'],
): Promise<AgentPromptPart[]> {
  const bytes = await attachments.load(conversationId, messages);
  const mentioned = new Set<string>();
  const parts: AgentPromptPart[] = [];
  for (const message of messages) {
    if (message.role !== 'user' || typeof message.content === 'string') {
      addText(parts, textOf(message));
      continue;
    }
    const content = userContent(message.content, bytes, mentioned);
    for (const part of typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content) {
      if (part.type === 'text') addText(parts, part.text);
      else if (part.type === 'image' && part.data !== undefined && takes.images) {
        parts.push({ type: 'image', mediaType: part.mediaType, base64: part.data });
      } else
        addText(parts, `[${part.type === 'image' ? 'An image' : 'A file'} was attached that this agent does not take]`);
    }
  }
  return parts;
}

/** Returns the history as a part: a resource where the agent takes one. */
export function historyPart({ text }: AgentHistory, takes: AgentSession['takes']): AgentPromptPart {
  if (!takes.embeddedText) return { type: 'text', text };
  return { type: 'embedded', uri: 'throughline://history', mediaType: 'text/markdown', text };
}

/** Joined with the text before it, as the same message. */
function addText(parts: AgentPromptPart[], text: string): void {
  const sendable = sendableText(text);
  if (sendable.trim() === '') return;
  const last = parts.at(-1);
  if (last?.type === 'text') last.text = `${last.text}\n\n${sendable}`;
  else parts.push({ type: 'text', text: sendable });
}
