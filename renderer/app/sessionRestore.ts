// Restores the user's position in this tab after a reload: conversation, row, page, panel and search. Saved once as the
// page unloads; lasts as long as the tab. Reopens no dialog except the settings, if they caused the reload.

import { isSafeId } from '../../shared/core/ids.ts';
import { type Beside, readBeside } from '../../shared/features/sideBySide/beside.ts';
import type { Memory } from '../core/memory.ts';
import type { Actions } from '../core/state/actions.ts';
import type { ReadingPosition } from '../core/state/conversationStore.ts';
import type { Panes } from '../core/state/panes.ts';
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
  /** The conversations to restore: the URL's, else the saved ones. */
  conversations(): (string | null)[];
}

export interface SessionRestoreDeps {
  /** Storage with the lifetime of the tab. */
  tab: Memory;
  /** The window's storage. */
  memory: Pick<Memory, 'get'>;
  /** The first pane’s. */
  view: ViewStore;
  panes: Pick<Panes, 'current' | 'other'>;
  search: SearchStore;
  chains: ChainsStore;
  actions: Pick<Actions, 'showLast'>;
  /** The conversation that the page's URL names. */
  named?: (() => string | null) | undefined;
  /** The one next to it. */
  namedBeside?: (() => Beside | null) | undefined;
  /** Shows another conversation next to the restored one, which keeps the focus. */
  showBeside(beside: Beside, reading: ReadingPosition | null): Promise<void>;
}

interface Kept {
  v: typeof version;
  conversationId: string | null;
  reading: ReadingPosition | null;
  /** In the conversation next to it. */
  readingBeside?: ReadingPosition | null;
  view: Pick<View, 'page' | 'panel' | 'panelOpen' | 'file' | 'sheet'>;
  dialog: Extract<OpenDialog, { type: 'settings' }> | null;
  search: Pick<SearchView, 'text' | 'filters' | 'chosen' | 'scroll'>;
  chains: Pick<ChainsView, 'filter' | 'chosen' | 'scroll'>;
}

/** Format version: another app version may use a different format. */
const version = 1;
const name = 'place';
/** Also read before the host is there, which may keep the rest. */
const idName = 'placeId';
const pages: readonly PageName[] = ['chat', 'search', 'chains', 'activity'];
const panels: readonly PanelName[] = ['chain', 'context', 'file', 'processes', 'review', 'terminal'];

export function createSessionRestore({
  tab,
  memory,
  view,
  panes,
  search,
  chains,
  actions,
  named = () => null,
  namedBeside = () => null,
  showBeside,
}: SessionRestoreDeps): SessionRestore {
  let restored = false;

  function keep(settings?: 'withSettings'): void {
    // Not restored yet: the saved position is still current.
    if (!restored) return;
    const current = panes.current();
    const { page, panel, panelOpen, file, sheet, dialog } = current.view.getState();
    const { text, filters, chosen, scroll } = search.store.getState();
    const chainsView = chains.store.getState();
    const saved: Kept = {
      v: version,
      conversationId: current.conversation.store.getState().id,
      reading: current.conversation.lastPlace(),
      readingBeside: panes.other()?.conversation.lastPlace() ?? null,
      view: { page, panel, panelOpen, file, sheet: sheet === 'panel' ? sheet : null },
      dialog: settings && dialog?.type === 'settings' ? dialog : null,
      search: { text, filters, chosen, scroll },
      chains: { filter: chainsView.filter, chosen: chainsView.chosen, scroll: chainsView.scroll },
    };
    tab.set(name, JSON.stringify(saved));
    tab.set(idName, saved.conversationId);
  }

  /**
   * The URL decides; without a conversation in it, the last one of any window. The desktop's host restores URLs, so one without
   * is a new window.
   */
  function besideTo(saved: Kept | null): Beside | null {
    const isNamed = saved !== null || named() !== null;
    const isDesktop = panes.current().app.store.getState().snapshot?.host === 'desktop';
    return namedBeside() ?? (isNamed || isDesktop ? null : readBeside(memory.get('beside')));
  }

  return {
    keep,
    conversations() {
      const saved = readKept(tab.get(name));
      return [named() ?? saved?.conversationId ?? tab.get(idName), besideTo(saved)?.conversationId ?? null];
    },
    restore() {
      const saved = readKept(tab.get(name));
      tab.set(name, null);
      restored = true;
      const id = named();
      const beside = besideTo(saved);
      const isSame = id === null || id === saved?.conversationId;
      if (beside) void showBeside(beside, (isSame && saved?.readingBeside) || null);
      // The URL was changed, or this is a new window.
      if (!isSame) return void actions.showLast({ conversationId: id, reading: null });
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
