// A real store with its search over a folder of the test; both are closed when the test has finished.

import { onTestFinished } from 'vitest';
import { silentLog } from '../../electron/lib/log.ts';
import type { ConversationSearch } from '../../electron/ports/search.ts';
import type { RuntimeStore } from '../../electron/stores/runtimeStore.ts';
import { createConversationSearch } from '../../electron/stores/search/conversationSearch.ts';
import type { SearchAnswer, SearchHit } from '../../shared/contract/resources.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { asNew } from './messageBuilder.ts';
import { openStore, placeOf } from './openStore.ts';
import { okValue } from './result.ts';
import { tempFolder } from './tempFolder.ts';

export interface OpenedSearch {
  dataDir: string;
  store: RuntimeStore;
  search: ConversationSearch;
  projectId: string;
  /** A new conversation with these messages, stored one after the other. */
  conversation(messages: readonly Message[]): Promise<string>;
  files(conversationId: string): ReturnType<typeof placeOf>;
  /** The first page with something on it, once the index has followed everything: time is up now and then on a busy machine. */
  find(text: string, more?: { projectId?: string; limit?: number; cursor?: string | null }): Promise<SearchAnswer>;
  /** All hits, page by page. */
  all(text: string, limit?: number): Promise<SearchHit[]>;
}

export function searchOver(dataDir: string): ConversationSearch {
  const search = createConversationSearch({ dataDir, log: silentLog });
  onTestFinished(() => search.close());
  return search;
}

export async function openSearch(dataDir = `${tempFolder()}/data`): Promise<OpenedSearch> {
  const search = searchOver(dataDir);
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
      const status = await search.bringUpToDate();
      if (!status.complete) throw new Error(`the index is not complete: ${JSON.stringify(status)}`);
      let page: SearchAnswer;
      do {
        page = okValue(await search.query({ text, projectId: project, limit, cursor }));
        ({ cursor } = page);
      } while (page.hits.length === 0 && page.more);
      return page;
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

/** What is marked in a snippet. */
export function markedIn(hit: SearchHit | undefined): string[] {
  return (hit?.ranges ?? []).map(([start, end]) => hit?.snippet.slice(start, end) ?? '');
}
