// Separates thinking that a server left in the reply's text (electron/conversation/separateThinking.ts), for every
// provider API, both while streaming and in the result.

import { createThinkingSeparator, separateThinking, type TagPair } from '../../conversation/separateThinking.ts';
import { opensThinking } from '../../conversation/thinkingTags.ts';
import type { ModelObserver, ModelRequest } from '../../ports/provider.ts';
import type { ReplyReader } from './replyReader.ts';
import { objectOrNull } from './replyReader.ts';

/** These servers never mix thinking into text: tags there are the model's own output. */
const separatingHosts = /^api\.(openai|anthropic)\.com$|(^|\.)googleapis\.com$/;

/** Stored in `providerData`: the thinking tags, and the provider and model that used them. */
interface KeptTags extends TagPair {
  provider: string;
  model: string;
}

export interface SeparatedReader extends ReplyReader {
  /** No more input: flushes withheld text to the observer. */
  settle(): void;
}

export interface ReplySource {
  providerId: string;
  host: string;
  request: ModelRequest;
}

/** `read`: creates the API's reader for an observer. */
export function createSeparatedReply(
  { providerId, host, request }: ReplySource,
  observer: ModelObserver,
  read: (observer: ModelObserver) => ReplyReader,
): SeparatedReader {
  if (separatingHosts.test(host)) return { ...read(observer), settle() {} };
  const { model } = request;
  const isOpen = beginsOpen(request, providerId);
  let ownReasoning = '';
  let separated = '';
  const withSeparated = (thinking: string): string =>
    [ownReasoning, thinking].filter((part) => part !== '').join('\n\n');
  const separator = createThinkingSeparator(
    {
      onText: (piece) => observer.onText(piece),
      onThinking(piece) {
        observer.onReasoning((separated === '' && ownReasoning !== '' ? '\n\n' : '') + piece);
        separated += piece;
      },
      onReclassified({ text, thinking }) {
        separated = thinking;
        observer.onReclassified?.({ text, reasoning: withSeparated(thinking) });
      },
    },
    { isOpen },
  );
  const reader = read({
    ...observer,
    onText: (piece) => separator.add(piece),
    onReasoning(piece) {
      separator.sawThinking();
      ownReasoning += piece;
      observer.onReasoning(piece);
    },
  });
  const separate = (parts: { text: string; reasoning: string }, isCutOff: boolean) => {
    const { text, thinking, tags } = separateThinking(parts.text, isCutOff, {
      isOpen: isOpen && parts.reasoning === '',
    });
    const reasoning = [parts.reasoning, thinking].filter((part) => part !== '').join('\n\n');
    return { text, reasoning, tags };
  };
  const isCutOff = (): boolean => !reader.finished() || reader.reply().finishReason === 'length';
  return {
    ...reader,
    settle: () => void separator.end(isCutOff()),
    partial() {
      const { text, reasoning } = separate(reader.partial(), true);
      return { text, reasoning };
    },
    reply() {
      const result = reader.reply();
      const { tags, ...content } = separate(result, isCutOff());
      if (!tags) return { ...result, ...content };
      const thinkingTags: KeptTags = { provider: providerId, model, ...tags };
      return { ...result, ...content, providerData: { ...result.providerData, thinkingTags } };
    },
  };
}

/** Returns the stored tags for the provider and model that wrote the reply. */
export function storedTags(
  data: Record<string, unknown> | undefined,
  providerId: string,
  model: string,
): TagPair | null {
  const stored = objectOrNull(data?.thinkingTags);
  if (stored?.provider !== providerId || stored.model !== model) return null;
  const { opening, closing } = stored;
  return typeof opening === 'string' && typeof closing === 'string' ? { opening, closing } : null;
}

function beginsOpen({ model, messages, options }: ModelRequest, providerId: string): boolean {
  if (options?.effort === 'none') return false;
  const last = messages.findLast((message) => message.role === 'assistant');
  if (last?.role !== 'assistant') return opensThinking(model);
  return storedTags(last.providerData, providerId, model)?.opening === '';
}
