// Restores the user's position in this tab after a reload: conversation, row, page, panel and search. Saved once as the
// page unloads; lasts as long as the tab. Reopens no dialog except the settings, if they caused the reload.

import { isSafeId } from '../../shared/core/ids.ts';
import type { Memory } from '../core/memory.ts';
import type { Actions } from '../core/state/actions.ts';
import type { ConversationStore, ReadingPosition } from '../core/state/conversationStore.ts';
import type { OpenDialog, PageName, PanelName, View, ViewStore } from '../core/state/viewStore.ts';
import type { ChainsStore, ChainsView } from '../features/chains/chainsStore.ts';
import { noFilters, type SearchStore, type SearchView } from '../features/search/searchStore.ts';

declare module '../core/state/session.ts' {
  interface Session {
    /** The page and conversation to restore after a reload. */
    place: SessionRestore;
  }
}

export interface SessionRestore {
  /** Saves the position. `settings`: reopen the settings, too. */
  keep(settings?: 'withSettings'): void;
  /** Restores the saved position once the app state is loaded, else the last conversation. */
  restore(): void;
  /** The conversation to restore: the URL's, else the saved one. */
  conversation(): string | null;
}

export interface SessionRestoreDeps {
  /** Storage with the lifetime of the tab. */
  tab: Memory;
  view: ViewStore;
  conversation: ConversationStore;
  search: SearchStore;
  chains: ChainsStore;
  actions: Pick<Actions, 'showLast'>;
  /** The conversation that the page's URL names. */
  named?: (() => string | null) | undefined;
}

interface Kept {
  v: typeof version;
  conversationId: string | null;
  reading: ReadingPosition | null;
  view: Pick<View, 'page' | 'panel' | 'panelOpen' | 'file' | 'sheet'>;
  dialog: Extract<OpenDialog, { type: 'settings' }> | null;
  search: Pick<SearchView, 'text' | 'filters' | 'chosen' | 'scroll'>;
  chains: Pick<ChainsView, 'filter' | 'chosen' | 'scroll'>;
}

/** Format version: another app version may use a different format. */
const version = 1;
const name = 'place';
const pages: readonly PageName[] = ['chat', 'search', 'chains', 'activity'];
const panels: readonly PanelName[] = ['chain', 'context', 'file', 'processes', 'review', 'terminal'];

export function createSessionRestore({
  tab,
  view,
  conversation,
  search,
  chains,
  actions,
  named = () => null,
}: SessionRestoreDeps): SessionRestore {
  let restored = false;

  function keep(settings?: 'withSettings'): void {
    // Not restored yet: the saved position is still current.
    if (!restored) return;
    const { page, panel, panelOpen, file, sheet, dialog } = view.getState();
    const { text, filters, chosen, scroll } = search.store.getState();
    const chainsView = chains.store.getState();
    const saved: Kept = {
      v: version,
      conversationId: conversation.store.getState().id,
      reading: conversation.lastPlace(),
      view: { page, panel, panelOpen, file, sheet: sheet === 'panel' ? sheet : null },
      dialog: settings && dialog?.type === 'settings' ? dialog : null,
      search: { text, filters, chosen, scroll },
      chains: { filter: chainsView.filter, chosen: chainsView.chosen, scroll: chainsView.scroll },
    };
    tab.set(name, JSON.stringify(saved));
  }

  return {
    keep,
    conversation: () => named() ?? readKept(tab.get(name))?.conversationId ?? null,
    restore() {
      const saved = readKept(tab.get(name));
      tab.set(name, null);
      restored = true;
      const id = named();
      // The URL was changed, or this is a new window.
      if (id !== null && id !== saved?.conversationId)
        return void actions.showLast({ conversationId: id, reading: null });
      if (!actions.showLast(saved) || !saved) return;
      view.setState({ ...saved.view, dialog: saved.dialog });
      if (saved.search.text !== '') {
        // An earlier version of the app knew fewer filters.
        search.store.setState({ filters: { ...noFilters, ...saved.search.filters } });
        search.write(saved.search.text, true);
        search.store.setState({ chosen: saved.search.chosen, scroll: saved.search.scroll });
      }
      chains.store.setState(saved.chains);
    },
  };
}

function readKept(text: string | null): Kept | null {
  try {
    const saved: unknown = JSON.parse(text ?? 'null');
    return isKept(saved) ? saved : null;
  } catch {
    return null;
  }
}

/** Validates enough to be safe to use. */
function isKept(value: unknown): value is Kept {
  const { v, conversationId, view, search, chains } = (value ?? {}) as Partial<Kept>;
  if (v !== version || (conversationId !== null && !isSafeId(conversationId))) return false;
  if (!view || !pages.includes(view.page) || !panels.includes(view.panel)) return false;
  return (
    typeof search?.text === 'string' && Array.isArray(search.filters?.kinds) && Array.isArray(chains?.filter?.tools)
  );
}
