// The resources that a server says it has, and the templates of those that it makes when they are asked for.

import type { Client } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import { oneLine } from './listedPrompts.ts';
import { type Listed, type ListOptions, listPages, type PagedList } from './listPages.ts';
import type { ServerLog } from './serverLog.ts';

export interface ListedResource {
  /** As its server knows it; of a template with its variables (RFC 6570). */
  uri: string;
  isTemplate: boolean;
  /** For people, on one line. */
  title: string;
  description: string;
  mediaType: string | null;
}

/** Longer ones could not be typed: a mention is bounded too. */
const maxUriLength = 2000;
/** A server may offer each file of a large folder. */
const maxResources = 5000;
const maxTemplates = 500;

const words = {
  wrong: (name: Parameters<PagedList<unknown>['words']['wrong']>[0]) =>
    say`Skipped a resource whose description does not follow the protocol: ${name}`,
  twice: (name: Parameters<PagedList<unknown>['words']['twice']>[0]) =>
    say`It offers ${name} twice; the first is used.`,
  pageSkipped: (why: string) => say`Skipped a page of its resources: ${why}`,
  tooMany: (taken: number) =>
    say`It offers too many resources, or very large descriptions; only the first ${taken} are listed.`,
};

const resources: PagedList<ListedResource> = {
  method: 'resources/list',
  most: maxResources,
  read: (entry) => described(entry, entry.uri, false),
  keyOf: ({ uri }) => uri,
  words,
};

const templates: PagedList<ListedResource> = {
  method: 'resources/templates/list',
  most: maxTemplates,
  read: (entry) => described(entry, entry.uriTemplate ?? entry.uri, true),
  keyOf: ({ uri }) => uri,
  words,
};

/** The resources first. Throws what the SDK throws, for the resources: a server need not have templates. */
export async function listResources(
  client: Client,
  log: ServerLog,
  options: ListOptions,
): Promise<Listed<ListedResource>> {
  const none = { entries: [], notices: [] };
  if (!client.getServerCapabilities()?.resources) return none;
  const listed = await listPages(client, log, options, resources);
  const made = await listPages(client, log, options, templates).catch(() => none);
  return { entries: [...listed.entries, ...made.entries], notices: [...listed.notices, ...made.notices] };
}

function described(entry: JsonObject, uri: unknown, isTemplate: boolean): ListedResource | null {
  // What cannot be seen in it could not be typed, and would hide what is asked for; no address has these signs (RFC 3986).
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
