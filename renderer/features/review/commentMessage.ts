// The message made of all comments: for each, the file, the line and the text that it is about.

import type { CommentWithState } from '../../../shared/features/review/review.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { reviewWords } from './words.ts';

const labels = reviewWords.comments;
const maxQuoted = 12;

export function commentMessage(comments: readonly CommentWithState[]): string {
  const parts = comments.map(({ path, side, start, end, lines, text, state }) => {
    const isOld = state !== 'current' && state !== 'moved';
    const where = `${code(visibleText(path))}, ${labels.at(side, start, end)}${isOld ? ` (${labels.outdated})` : ''}`;
    return `**${where}**\n\n${quoted(lines)}\n\n${text.trim()}`;
  });
  return [labels.intro, ...parts].join('\n\n');
}

/** A code block whose fence is not in the text. */
function quoted(lines: string): string {
  const all = lines.split('\n');
  const quotedLines = all.length > maxQuoted ? [...all.slice(0, maxQuoted), '…'] : all;
  const fence = '`'.repeat(Math.max(3, backtickRun(lines) + 1));
  return `${fence}\n${quotedLines.map(visibleText).join('\n')}\n${fence}`;
}

function code(text: string): string {
  const ticks = '`'.repeat(backtickRun(text) + 1);
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${ticks}${space}${text.replaceAll('\n', '⏎')}${space}${ticks}`;
}

function backtickRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
