// A real store with its search on a test folder; both close at the end of the test.

import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { type Log, silentLog } from '../../electron/lib/log.ts';
import type { ConversationSearch } from '../../electron/ports/search.ts';
import type { RuntimeStore } from '../../electron/stores/runtimeStore.ts';
import { createConversationSearch } from '../../electron/stores/search/conversationSearch.ts';
import type { Message } from '../../shared/conversation/message.ts';
import type { SearchAnswer, SearchHit } from '../../shared/features/search/methods.ts';
import { asNew } from './messageBuilder.ts';
import { openStore, placeOf } from './openStore.ts';
import { okValue } from './result.ts';
import { tempFolder } from './tempFolder.ts';

export interface OpenedSearch {
  dataDir: string;
  store: RuntimeStore;
  search: ConversationSearch;
  projectId: string;
  /** Creates a conversation with these messages, stored one at a time. */
  conversation(messages: readonly Message[]): Promise<string>;
  files(conversationId: string): ReturnType<typeof placeOf>;
  /** A page of hits once the index is up to date. Retries if the time limit ended it early. */
  find(text: string, more?: { projectId?: string; limit?: number; cursor?: string | null }): Promise<SearchAnswer>;
  /** All hits, page by page. */
  all(text: string, limit?: number): Promise<SearchHit[]>;
}

export function searchOver(dataDir: string, options: { startMs?: number; log?: Log } = {}): ConversationSearch {
  const search = createConversationSearch({ dataDir, log: silentLog, ...options });
  onTestFinished(() => search.close());
  return search;
}

export async function openSearch(options: { startMs?: number } = {}): Promise<OpenedSearch> {
  const dataDir = `${tempFolder()}/data`;
  const search = searchOver(dataDir, options);
  const { store } = openStore({ dataDir, search });
  const projectId = okValue(await store.openFolderlessProject()).id;
  const opened: OpenedSearch = {
    dataDir,
    store,
    search,
    projectId,
    files: (conversationId) => placeOf(dataDir, projectId, conversationId),
    async conversation(messages) {
      const { conversationId } = okValue(await store.createConversation(projectId));
      for (const message of messages) okValue(await store.appendConversationMessage(conversationId, asNew(message)));
      return conversationId;
    },
    async find(text, { projectId: project = null, limit = 50, cursor = null } = {}) {
      let status = await search.bringUpToDate();
      // On a busy machine it may give up for now.
      for (let tries = 0; tries < 5 && !status.complete; tries++) status = await search.bringUpToDate();
      if (!status.complete) throw new Error(`the index is not complete: ${JSON.stringify(status)}`);
      const hits: SearchHit[] = [];
      for (let from = cursor; ; ) {
        const page = okValue(
          await search.query({ text, projectId: project, limit: limit - hits.length, cursor: from }),
        );
        hits.push(...page.hits);
        if (page.cursor === null || hits.length >= limit) return { ...page, hits };
        from = page.cursor;
      }
    },
    async all(text, limit = 50) {
      const hits: SearchHit[] = [];
      let cursor: string | null = null;
      do {
        const page: SearchAnswer = await opened.find(text, { limit, cursor });
        hits.push(...page.hits);
        ({ cursor } = page);
      } while (cursor !== null);
      return hits;
    },
  };
  return opened;
}

/** All pages: on a busy machine, the time for one may end before its first hit. */
export async function wholeAnswer(
  search: Pick<ConversationSearch, 'query'>,
  text: string,
  { limit = 50, projectId = null }: { limit?: number; projectId?: string | null } = {},
): Promise<SearchAnswer> {
  const hits: SearchHit[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: SearchAnswer = okValue(await search.query({ text, projectId, limit: limit - hits.length, cursor }));
    hits.push(...page.hits);
    if (page.cursor === null || hits.length >= limit) return { ...page, hits };
    cursor = page.cursor;
  }
}

/** The marked parts of a snippet. */
export function markedIn(hit: SearchHit | undefined): string[] {
  return (hit?.ranges ?? []).map(([start, end]) => hit?.snippet.slice(start, end) ?? '');
}

/** The number of records and chunks in search.db; 0 before it exists. */
export function indexedDocs(dataDir: string): number {
  try {
    const database = new DatabaseSync(`${dataDir}/search.db`, { readOnly: true });
    try {
      return Number(database.prepare('SELECT count(*) AS n FROM docs').get()?.n);
    } finally {
      database.close();
    }
  } catch {
    return 0;
  }
}
