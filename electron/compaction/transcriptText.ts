// Renders the part of a conversation to summarize as plain text: who said what, the calls and their outcomes, with long
// results shortened. Bounded in tokens for any input.

import { attachmentNames } from '../../shared/conversation/attachments.ts';
import { isCompaction } from '../../shared/conversation/context.ts';
import { isHidden, type Marks } from '../../shared/conversation/marks.ts';
import { callsOf, type Message, textOf } from '../../shared/conversation/message.ts';
import { estimateTextTokens } from '../conversation/estimateTokens.ts';
import { hasImages } from '../conversation/resultImages.ts';
import { noReply } from '../conversation/simpleBranch.ts';
import { firstCharacters } from '../lib/text.ts';

export interface TranscriptInput {
  /** The previous summary, and what is sent alongside it. */
  earlier: string | null;
  records: readonly Message[];
  marks: Marks;
  /** Results that the model sees only as references. */
  cleared: ReadonlySet<string>;
  /** Maximum tokens, as estimated by `estimateTextTokens`. */
  maxTokens: number;
}

interface Lengths {
  text: number;
  result: number;
  arguments: number;
}

/** In UTF-16 units, tried in turn until the text fits. */
const lengths: readonly Lengths[] = [
  { text: 20_000, result: 3_000, arguments: 2_000 },
  { text: 6_000, result: 1_000, arguments: 600 },
  { text: 2_000, result: 300, arguments: 300 },
  { text: 600, result: 120, arguments: 120 },
];

export function transcriptText(input: TranscriptInput): string {
  const records = input.records.filter(
    (record) => record.partType !== 'note' && !isHidden(record, input.marks) && !isCompaction(record),
  );
  const earlier = input.earlier ? [`[Earlier summary]\n${input.earlier}`] : [];
  let blocks: string[] = [];
  for (const length of lengths) {
    blocks = [...earlier, ...records.map((record) => blockOf(record, input.cleared, length))];
    if (tokensOf(blocks) <= input.maxTokens) return join(blocks);
  }
  return join(thinned(blocks, input.maxTokens));
}

/** Keeps the start and end, and replaces the middle with a count. */
function thinned(blocks: readonly string[], maxTokens: number): string[] {
  const half = Math.floor((maxTokens - 40) / 2);
  const front = fitting(blocks, half);
  const back = fitting(blocks.slice(front.length).reverse(), half).reverse();
  const left = blocks.length - front.length - back.length;
  return left > 0 ? [...front, `[${left} messages left out here]`, ...back] : [...front, ...back];
}

/** Takes as many blocks as fit; cuts the first one rather than dropping it. */
function fitting(blocks: readonly string[], tokens: number): string[] {
  const taken: string[] = [];
  let sum = 0;
  for (const block of blocks) {
    sum += estimateTextTokens(block) + 1;
    if (sum > tokens) break;
    taken.push(block);
  }
  // A text never has more tokens than UTF-16 units.
  if (taken.length === 0 && blocks[0] !== undefined) return [shortened(blocks[0], Math.max(0, tokens - 20))];
  return taken;
}

function blockOf(record: Message, cleared: ReadonlySet<string>, length: Lengths): string {
  switch (record.role) {
    case 'user': {
      const names = attachmentNames(record);
      const attached = names === '' ? '' : `\n(Attached: ${shortened(names, length.arguments)})`;
      return `[User]\n${shortened(textOf(record), length.text)}${attached}`;
    }
    case 'system':
      return shortened(record.content, length.result);
    case 'tool': {
      const content = cleared.has(record.id)
        ? '(removed from the context earlier)'
        : shortened(record.content, length.result);
      const argumentsText = record.arguments ? ` with ${shortened(record.arguments, length.arguments)}` : '';
      const who =
        record.partType === 'tool_run'
          ? `The user ran ${record.toolName}${argumentsText}`
          : `Result of ${record.toolName}`;
      const images = hasImages(record) ? '\n(It had images.)' : '';
      return `[${who}: ${record.outcome}]\n${content}${images}`;
    }
    case 'assistant': {
      const text = record.content?.trim() ? [`[Assistant]\n${shortened(record.content, length.text)}`] : [];
      const failed = record.partType === 'error' ? [text.length > 0 ? '[The reply was cut off]' : noReply] : [];
      const calls = callsOf(record).map(
        ({ function: call }) => `[Assistant calls ${call.name}]\n${shortened(call.arguments, length.arguments)}`,
      );
      return [...text, ...failed, ...calls].join('\n');
    }
  }
}

/** Keeps start and end, with the length of the omission between them. */
function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const front = firstCharacters(text, Math.ceil(length * 0.7));
  const back = text.slice(text.length - Math.floor(length * 0.3)).replace(/^[\udc00-\udfff]/, '');
  return `${front}\n[… ${text.length - front.length - back.length} characters …]\n${back}`;
}

function tokensOf(blocks: readonly string[]): number {
  return blocks.reduce((sum, block) => sum + estimateTextTokens(block) + 1, 0);
}

function join(blocks: readonly string[]): string {
  return blocks.filter((block) => block !== '').join('\n\n');
}
