// What the window itself remembers: which panels and dialogs are open, which boxes, and what a new chat will be made
// with. Nothing of it is a conversation's; losing it loses nothing.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ModelRef } from '../../shared/conversation/event.ts';
import type { ApprovalMode } from '../../shared/permission.ts';
import type { Memory } from './memory.ts';

export type SettingsSection = 'providers' | 'model' | 'approvals' | 'run' | 'appearance' | 'instructions' | 'data';

export type OpenDialog =
  | { type: 'settings'; section: SettingsSection }
  | { type: 'delete'; conversationId: string }
  /** Asks for a folder by its path, where the host has no dialog of its own. */
  | { type: 'folder'; onPath: (path: string | null) => void }
  | { type: 'output'; messageId: string; title: string }
  /** What will be sent. */
  | { type: 'request' }
  /** Asks before a message or result is removed for good. */
  | { type: 'forget'; messageId: string; what: 'message' | 'reply' | 'call' | 'result' };

export type PanelName = 'chain' | 'context';

/** A chat that the host does not know yet. */
export interface NewChat {
  /** Undefined: not chosen; null: without a folder. */
  projectId?: string | null;
  model?: ModelRef;
  approvalMode?: ApprovalMode;
}

export interface View {
  sidebarOpen: boolean;
  panelOpen: boolean;
  /** Which of the panels at the right is shown when one is. */
  panel: PanelName;
  /** Where the window is narrow, the one panel that lies over the page. */
  sheet: 'sidebar' | 'panel' | null;
  dialog: OpenDialog | null;
  paletteOpen: boolean;
  newChat: NewChat;
  /** Boxes that the person opened or closed, by `messageId:index`; the others have their natural state. */
  openCalls: Record<string, boolean>;
  /** Folds that the person opened, by the key of their first call. */
  openFolds: Record<string, boolean>;
  /** The call to bring into view; `count` tells one wish from the next. */
  reveal: { key: string; count: number } | null;
}

export type ViewStore = StoreApi<View>;

export function createViewStore(memory: Memory): ViewStore {
  const store = createStore<View>(() => ({
    sidebarOpen: memory.get('sidebar') !== 'closed',
    panelOpen: false,
    panel: 'chain',
    sheet: null,
    dialog: null,
    paletteOpen: false,
    newChat: {},
    openCalls: {},
    openFolds: {},
    reveal: null,
  }));
  store.subscribe((view, before) => {
    if (view.sidebarOpen !== before.sidebarOpen) memory.set('sidebar', view.sidebarOpen ? 'open' : 'closed');
  });
  return store;
}
