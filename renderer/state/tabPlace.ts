// Where the person is in this tab, through a reload of its page: the conversation and the row that is read, the page, the
// panel beside it, what is looked for. Written once, as the page goes; it ends with the tab. A dialog is not brought back,
// but the settings where they are why the page is loaded again.

import type { ChainsStore, ChainsView } from '../chains/chainsStore.ts';
import type { SearchStore, SearchView } from '../search/searchStore.ts';
import type { Actions } from './actions.ts';
import type { ConversationStore, ReadPlace } from './conversationStore.ts';
import type { Memory } from './memory.ts';
import type { OpenDialog, View, ViewStore } from './viewStore.ts';

export interface TabPlace {
  /** Writes down where one is. `settings`: they are open again too. */
  keep(settings?: 'withSettings'): void;
  /** Goes back there, once the app is known; to what was shown last where nothing was kept. */
  restore(): void;
  /** The conversation that was kept and is not restored yet. */
  conversation(): string | null;
}

export interface TabPlaceDeps {
  /** What lasts as long as the tab. */
  tab: Memory;
  view: ViewStore;
  conversation: ConversationStore;
  search: SearchStore;
  chains: ChainsStore;
  actions: Pick<Actions, 'showLast'>;
}

interface Kept {
  v: typeof version;
  conversationId: string | null;
  reading: ReadPlace | null;
  view: Pick<View, 'page' | 'panel' | 'panelOpen' | 'file' | 'sheet'>;
  dialog: Extract<OpenDialog, { type: 'settings' }> | null;
  search: Pick<SearchView, 'text' | 'filters' | 'chosen' | 'scroll'>;
  chains: Pick<ChainsView, 'filter' | 'chosen' | 'scroll'>;
}

/** Of what is written: what another version of the app wrote may mean something else. */
const version = 1;
const name = 'place';

export function createTabPlace({ tab, view, conversation, search, chains, actions }: TabPlaceDeps): TabPlace {
  function keep(settings?: 'withSettings'): void {
    const { page, panel, panelOpen, file, sheet, dialog } = view.getState();
    const { text, filters, chosen, scroll } = search.store.getState();
    const found = chains.store.getState();
    const kept: Kept = {
      v: version,
      conversationId: conversation.store.getState().id,
      reading: conversation.lastPlace(),
      view: { page, panel, panelOpen, file, sheet: sheet === 'panel' ? sheet : null },
      dialog: settings && dialog?.type === 'settings' ? dialog : null,
      search: { text, filters, chosen, scroll },
      chains: { filter: found.filter, chosen: found.chosen, scroll: found.scroll },
    };
    tab.set(name, JSON.stringify(kept));
  }

  return {
    keep,
    conversation: () => readKept(tab.get(name))?.conversationId ?? null,
    restore() {
      const kept = readKept(tab.get(name));
      tab.set(name, null);
      if (!actions.showLast(kept) || !kept) return;
      view.setState({ ...kept.view, dialog: kept.dialog });
      if (kept.search.text !== '') {
        search.store.setState({ filters: kept.search.filters });
        search.write(kept.search.text, true);
        search.store.setState({ chosen: kept.search.chosen, scroll: kept.search.scroll });
      }
      chains.store.setState(kept.chains);
    },
  };
}

function readKept(text: string | null): Kept | null {
  try {
    const kept = JSON.parse(text ?? 'null') as Kept | null;
    return kept?.v === version ? kept : null;
  } catch {
    return null;
  }
}
