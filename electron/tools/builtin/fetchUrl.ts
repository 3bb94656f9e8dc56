// fetch_url: fetches a public internet address as text or an image.

import { z } from 'zod';
import { ok } from '../../../shared/core/errors.ts';
import { checkImage, maxImageText } from '../../lib/checkImage.ts';
import type { Tool, ToolOutput } from '../../ports/tool.ts';
import { defineStateTool } from '../defineTool.ts';
import { defaultLimits, type FetchGuards } from '../fetch/fetchGuards.ts';
import type { FetchResult } from '../fetch/fetchPage.ts';
import { lookupAll } from '../fetch/guardedLookup.ts';
import { nonPublicNameReason, nonPublicReason } from '../fetch/publicAddress.ts';
import { extractReadablePage } from '../fetch/readablePage.ts';
import { responseContent } from '../fetch/responseContent.ts';
import { parseWebAddress } from '../fetch/webAddress.ts';
import { textPageAt } from '../text/textPage.ts';
import { canceledOutput, failureOutput } from '../toolOutput.ts';
import words from './fetchUrl.md?raw';

const pageBytes = 40_000;

const schema = z.strictObject({
  url: z.string().min(1).max(8192).describe('The full address, such as https://example.com/page.'),
  offset: z.int().min(0).max(10_000_000).optional().describe('The first character of the text to show; default 0.'),
});

/**
 * What it may reach, and how much it reads. The app passes nothing, which means the public internet, and no setting
 * changes that; tests override it to reach a local server.
 */
export type FetchUrlOptions = Partial<FetchGuards> & { readingMs?: number };

export function createFetchUrl(options: FetchUrlOptions = {}): Tool {
  const doors: FetchGuards = {
    lookup: options.lookup ?? lookupAll,
    whyNotAddress: options.whyNotAddress ?? nonPublicReason,
    whyNotName: options.whyNotName ?? nonPublicNameReason,
    limits: options.limits ?? defaultLimits,
  };
  return defineStateTool({
    name: 'fetch_url',
    kind: 'network',
    exclusive: false,
    words,
    schema,

    facts(args) {
      const url = parseWebAddress(args.url, doors.whyNotName);
      return url.ok ? { origin: url.value.origin } : {};
    },

    preview(args) {
      const url = parseWebAddress(args.url, doors.whyNotName);
      if (!url.ok) return Promise.resolve(url);
      return Promise.resolve(ok({ type: 'text' as const, text: `GET ${url.value.href}` }));
    },

    async run(args, context) {
      const url = parseWebAddress(args.url, doors.whyNotName);
      if (!url.ok) return failureOutput(url.error);
      const { fetchPage } = await import('../fetch/fetchPage.ts');
      const fetched = await fetchPage(url.value, doors, context.signal);
      if (context.signal.aborted) return canceledOutput('nothing of the page was kept.');
      if (!fetched.ok) return failureOutput(fetched.error, { url: url.value.href });
      const answer = fetched.value;
      if (answer.kind === 'elsewhere') return elsewhere(answer);
      const text = await described(answer, args.offset ?? 0, context.signal, options.readingMs);
      return context.signal.aborted ? canceledOutput('nothing of the page was kept.') : text;
    },
  });
}

type Answer = Extract<FetchResult, { kind: 'answer' }>;

function elsewhere({ url, status, to }: Extract<FetchResult, { kind: 'elsewhere' }>): ToolOutput {
  const content = `[${url} · ${status}]\nThe address redirects to another origin, which was not contacted: ${to}\nTo continue, call fetch_url with that address.`;
  return { outcome: 'ok', content, details: { url, status, location: to } };
}

async function described(answer: Answer, offset: number, signal: AbortSignal, readingMs?: number): Promise<ToolOutput> {
  const { url, status, bytes, cut, size } = answer;
  const content = responseContent(bytes, answer.type);
  const type = content.kind === 'image' ? content.mediaType : content.type;
  const about = size === null ? 'of unknown size' : `${size.toLocaleString('en-US')} bytes`;
  const head = `[${url} · ${status} · ${type} · ${about}]`;
  const details = { url, status, mediaType: type };
  const outcome = answer.ok ? ('ok' as const) : ('error' as const);
  const textOutput = (text: string, more: object = {}): ToolOutput => ({
    outcome,
    content: answer.ok ? `${head}\n${text}` : `Error: the server answered ${status}.\n${head}\n${text}`,
    details: { ...details, ...more },
  });
  if (content.kind === 'image') {
    if (cut) return textOutput(`The image is larger than ${maxImageText} and is not shown.`);
    const checked = checkImage(bytes);
    if (!checked.sound) return textOutput(`The image is not shown: it ${checked.problem}.`);
    return { ...textOutput('The image follows.'), images: [{ bytes, mediaType: type, name: nameOf(url) }] };
  }
  if (content.kind === 'other') return textOutput('This has no text to show. It was not kept.');
  let text = content.text;
  if (content.kind === 'html') {
    const readable = await extractReadablePage(content.text, url, signal, readingMs);
    if (!readable.ok) return failureOutput(readable.error, details);
    text = readable.value;
  }
  if (text.trim() === '') return textOutput('The page has no text. It may need scripts, which are not run.');
  const page = textPageAt(text, offset, pageBytes);
  if (page === null) {
    return failureOutput(
      {
        code: 'TOOL_EXEC_FAILED',
        message: `the text has ${text.length} characters; offset ${offset} is past its end.`,
      },
      details,
    );
  }
  const notes = [
    ...(page.next === null
      ? []
      : [`[Characters ${offset}–${page.next - 1} of ${text.length}. Use offset ${page.next} to continue.]`]),
    ...(cut && page.next === null ? ['[The page is larger than 2 MB: only its beginning was read.]'] : []),
  ];
  return textOutput([page.text, ...notes].join('\n'), notes.length > 0 ? { truncated: true } : {});
}

function nameOf(url: string): string {
  return new URL(url).pathname.split('/').at(-1) || url;
}
