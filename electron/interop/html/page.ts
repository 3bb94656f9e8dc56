// One page of a conversation, to be shared: everything is in it, nothing is loaded and nothing runs.

import { createHash } from 'node:crypto';
import { callsOf } from '../../../shared/conversation/message.ts';
import type { ExportContents, PagePart } from '../../../shared/features/export/methods.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { GivenHistory } from '../history.ts';
import { branchTo } from '../web/origin.ts';
import { createDrawing } from './drawing.ts';
import { records } from './records.ts';
import { style } from './style.ts';
import { pageWords } from './words.ts';

export interface PageOptions {
  language: 'en' | 'zh';
  /** Hides secrets: everything that is shown goes through it. */
  mask(text: string): string;
  /** What is left out. */
  without?: readonly PagePart[];
}

/** For a `<meta>` of the page: no scripts at all, this one style, pictures that are in the page. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The page in pieces, one after the other. */
export async function* htmlPage(
  given: GivenHistory,
  { language, mask, without = [] }: PageOptions,
): AsyncGenerator<string> {
  const words = pageWords(language);
  const drawing = createDrawing(given, words, mask, createTimeSlice(), new Set(without));
  const title = drawing.safe(given.title.trim() === '' ? words.untitled : given.title);
  const counts = pageContents(given);
  const model = given.model === null ? '' : ` · ${drawing.safe(given.model)}`;
  yield `<!DOCTYPE html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<header><h1 class="title" dir="auto">${title}</h1><p class="facts">${words.counts(counts.messages, counts.calls)}${model}</p></header>
<main>
`;
  yield* records(drawing);
  yield `</main>\n<footer>${words.madeWith}</footer>\n</body>\n</html>\n`;
}

/** What is in an export of it, for the person who is about to share it: without the agents' own. */
export function pageContents(given: GivenHistory): Omit<ExportContents, 'hidden'> {
  const branch = branchTo(given.messages, given.headId);
  const seen = branch.filter(({ role, partType }) => (role === 'user' || role === 'assistant') && partType !== 'note');
  const pictures = branch.flatMap((record) => {
    if (record.role === 'tool') return Array.isArray(record.attachments) ? record.attachments : [];
    return Array.isArray(record.content) ? record.content.filter((part) => part?.type === 'image') : [];
  });
  return {
    messages: seen.length,
    calls: branch.flatMap(callsOf).length,
    results: branch.filter(({ role }) => role === 'tool').length,
    pictures: pictures.length,
    agents: given.agents.length,
  };
}
