// Renders a conversation as one self-contained HTML page without scripts or external resources.

import { createHash } from 'node:crypto';
import { callsOf } from '../../../shared/conversation/message.ts';
import type { ExportContents, PagePart } from '../../../shared/features/export/methods.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { ExportSource } from '../history.ts';
import { branchTo } from '../web/origin.ts';
import { pageLabels } from './labels.ts';
import { messagesHtml } from './messages.ts';
import { createRenderContext } from './renderContext.ts';
import { style } from './style.ts';

export interface PageOptions {
  language: 'en' | 'zh';
  /** Masks secrets; applied to all visible text. */
  mask(text: string): string;
  /** Parts to omit. */
  without?: readonly PagePart[];
}

/** Content security policy of the page: no scripts, only this stylesheet and inline images. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Yields the page in pieces. */
export async function* htmlPage(
  source: ExportSource,
  { language, mask, without = [] }: PageOptions,
): AsyncGenerator<string> {
  const labels = pageLabels(language);
  const drawing = createRenderContext(source, labels, mask, createTimeSlice(), new Set(without));
  const title = drawing.safe(source.title.trim() === '' ? labels.untitled : source.title);
  const counts = pageContents(source);
  const model = source.model === null ? '' : ` · ${drawing.safe(source.model)}`;
  yield `<!DOCTYPE html>
<html lang="${labels.language}">
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
<header><h1 class="title" dir="auto">${title}</h1><p class="facts">${labels.counts(counts.messages, counts.calls)}${model}</p></header>
<main>
`;
  yield* messagesHtml(drawing);
  yield `</main>\n<footer>${labels.madeWith}</footer>\n</body>\n</html>\n`;
}

/** Summarizes the export for the user who is about to share it; excludes agents. */
export function pageContents(source: ExportSource): Omit<ExportContents, 'hidden'> {
  const branch = branchTo(source.messages, source.headId);
  const visible = branch.filter(
    ({ role, partType }) => (role === 'user' || role === 'assistant') && partType !== 'note',
  );
  const pictures = branch.flatMap((record) => {
    if (record.role === 'tool') return Array.isArray(record.attachments) ? record.attachments : [];
    return Array.isArray(record.content) ? record.content.filter((part) => part?.type === 'image') : [];
  });
  return {
    messages: visible.length,
    calls: branch.flatMap(callsOf).length,
    results: branch.filter(({ role }) => role === 'tool').length,
    pictures: pictures.length,
    agents: source.agents.length,
  };
}
