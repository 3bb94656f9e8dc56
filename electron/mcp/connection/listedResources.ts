// The resources and resource templates that a server offers.

import type { Client } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ServerLog } from '../../tools/process/serverLog.ts';
import { oneLine } from './listedPrompts.ts';
import { type ListOptions, type ListResult, listPages, type PagedList } from './listPages.ts';

export interface ListedResource {
  /** The server's URI; for templates, with variables (RFC 6570). */
  uri: string;
  isTemplate: boolean;
  /** For display, on one line. */
  title: string;
  description: string;
  mediaType: string | null;
}

/** Longer ones could not be typed, since mentions are bounded, too. */
const maxUriLength = 2000;
/** A server may list every file of a large folder. */
const maxResources = 5000;
const maxTemplates = 500;

const labels = {
  wrong: (name: Parameters<PagedList<unknown>['words']['wrong']>[0]) =>
    say`Skipped a resource whose description does not follow the protocol: ${name}`,
  twice: (name: Parameters<PagedList<unknown>['words']['twice']>[0]) =>
    say`It offers ${name} twice. Only the first is used.`,
  pageSkipped: (why: string) => say`Skipped a page of its resources: ${why}`,
  tooMany: (count: number) =>
    say`It offers too many resources or very large descriptions. Only the first ${count} are listed.`,
};

const resources: PagedList<ListedResource> = {
  method: 'resources/list',
  maxEntries: maxResources,
  read: (entry) => parseResource(entry, entry.uri, false),
  keyOf: ({ uri }) => uri,
  words: labels,
};

const templates: PagedList<ListedResource> = {
  method: 'resources/templates/list',
  maxEntries: maxTemplates,
  read: (entry) => parseResource(entry, entry.uriTemplate ?? entry.uri, true),
  keyOf: ({ uri }) => uri,
  words: labels,
};

/** Lists resources first. Throws the SDK's errors for resources only: templates are optional. */
export async function listResources(
  client: Client,
  log: ServerLog,
  options: ListOptions,
): Promise<ListResult<ListedResource>> {
  const empty = { entries: [], notices: [] };
  if (!client.getServerCapabilities()?.resources) return empty;
  const listed = await listPages(client, log, options, resources);
  const templateList = await listPages(client, log, options, templates).catch(() => empty);
  return {
    entries: [...listed.entries, ...templateList.entries],
    notices: [...listed.notices, ...templateList.notices],
  };
}

function parseResource(entry: JsonObject, uri: unknown, isTemplate: boolean): ListedResource | null {
  // Invisible characters could not be typed and would disguise the resource; no valid URI contains these (RFC 3986).
  if (
    typeof uri !== 'string' ||
    uri.length > maxUriLength ||
    oneLine(uri, maxUriLength) !== uri ||
    /[<>"]/.test(uri) ||
    !/^[A-Za-z][A-Za-z0-9+.-]*:/.test(uri)
  )
    return null;
  return {
    uri,
    isTemplate,
    title: oneLine(textOf(entry.title) ?? textOf(entry.name) ?? uri, 200),
    description: oneLine(textOf(entry.description) ?? '', 500),
    mediaType: typeof entry.mimeType === 'string' ? oneLine(entry.mimeType, 100) : null,
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
