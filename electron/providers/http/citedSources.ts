// Extracts web sources from stored provider data: the pages that the text cites, else all search results.

import type { JsonObject } from '../../../shared/core/json.ts';
import type { WebSource } from '../../../shared/features/webSearch/webSearch.ts';
import { cleanSource, type RawSource } from '../../lib/cleanSource.ts';
import { row } from './replyReader.ts';

const maxSources = 50;
/** Stop after this many values. */
const maxInspected = 100_000;
/** URLs in a model's tool arguments are not search results. */
const askedByModel = new Set(['functionCall', 'arguments', 'args', 'input']);

/** In reply order, without duplicates. */
export function citedSources(providerData: Record<string, unknown> | undefined): WebSource[] {
  const cited = new Map<string, WebSource>();
  const sources = new Map<string, WebSource>();
  const waiting: unknown[] = [providerData];
  for (let inspectedCount = 0; waiting.length > 0 && inspectedCount < maxInspected; inspectedCount++) {
    const value = waiting.pop();
    if (Array.isArray(value)) waiting.push(...value.slice(0, maxInspected).reverse());
    const fields = row(value);
    if (!fields) continue;
    for (const [key, page] of pagesIn(fields)) {
      const source = cleanSource(page);
      const into = key === 'cited' ? cited : sources;
      if (source && !into.has(source.url) && into.size < maxSources) into.set(source.url, source);
    }
    for (const [key, inner] of Object.entries(fields).reverse()) if (!askedByModel.has(key)) waiting.push(inner);
  }
  return [...(cited.size > 0 ? cited : sources).values()];
}

/** Knows the fields of each API, and for Chat Completions also Perplexity's and OpenRouter's. */
function* pagesIn(fields: JsonObject): Generator<['cited' | 'found', RawSource]> {
  const { type } = fields;
  if (type === 'web_search_result_location') yield ['cited', { ...page(fields), text: fields.cited_text }];
  if (type === 'web_search_result') yield ['found', page(fields)];
  if (type === 'url_citation') {
    const inner = row(fields.url_citation) ?? fields;
    yield ['cited', { ...page(inner), text: inner.content }];
  }
  for (const chunk of list(fields.groundingChunks)) {
    const web = row(row(chunk)?.web);
    if (web) yield ['cited', { title: web.title, url: web.uri, text: '' }];
  }
  for (const read of list(fields.urlMetadata)) yield ['found', { title: '', url: row(read)?.retrievedUrl, text: '' }];
  for (const result of list(fields.search_results)) {
    const { date, snippet } = row(result) ?? {};
    yield ['cited', { ...page(row(result) ?? {}), text: snippet, date }];
  }
  for (const url of list(fields.citations)) if (typeof url === 'string') yield ['found', { title: '', url, text: '' }];
}

function page({ title, url }: JsonObject): RawSource {
  return { title, url, text: '' };
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
