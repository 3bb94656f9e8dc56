// Converts ChatGPT's citations to links. The text marks them with private-use characters; their sources are in the
// message's metadata.

import type { JsonObject } from '../../../shared/core/json.ts';
import type { WebSource } from '../../../shared/features/webSearch/webSearch.ts';
import { asString, idText, objectItems } from '../web/values.ts';

/** `\ue200 kind \ue202 detail … \ue201` */
const citationMark = /\ue200([^\ue200\ue201]*)\ue201/g;
const stray = /[\ue200-\ue2ff]/g;

export function readableText(text: string, metadata: JsonObject): string {
  if (!/[\ue200-\ue2ff]/.test(text)) return text;
  const links = new Map<string, string>();
  for (const reference of objectItems(metadata.content_references)) {
    const matched = asString(reference.matched_text);
    if (/[\ue200-\ue2ff]/.test(matched)) links.set(matched, linkOf(reference));
  }
  return text
    .replace(citationMark, (mark: string, inner: string) => links.get(mark) ?? plainOf(inner))
    .replace(stray, '');
}

function linkOf(reference: JsonObject): string {
  const alt = asString(reference.alt);
  if (alt !== '') return alt;
  const items = objectItems(reference.items);
  const pages = items.length > 0 ? items : [reference];
  return pages
    .flatMap((page) => {
      const url = asString(page.url);
      if (!/^https?:\/\/[^\s<>]+$/.test(url)) return [];
      const title = asString(page.title)
        .replace(/[[\]\\\n]/g, ' ')
        .trim();
      return [`[${title === '' ? url : title}](<${url}>)`];
    })
    .join(' ');
}

/** Returns the name from entity marks such as `entity ["company","Name","what it is"]`; empty for citation marks. */
function plainOf(inner: string): string {
  const [kind, detail = ''] = inner.split('\ue202');
  if (kind !== 'entity') return '';
  return /^\["[^"]*","((?:[^"\\]|\\.)*)"/.exec(detail)?.[1] ?? '';
}

/** The pages that the reply cites. */
export function sourcesOf(metadata: JsonObject): WebSource[] {
  const sources = new Map<string, WebSource>();
  for (const reference of objectItems(metadata.content_references)) {
    for (const page of [reference, ...objectItems(reference.items)]) {
      const url = idText(page.url);
      if (url === null || !/^https?:\/\//.test(url) || sources.has(url)) continue;
      sources.set(url, { title: asString(page.title), url, text: asString(page.snippet) });
    }
  }
  return [...sources.values()];
}
