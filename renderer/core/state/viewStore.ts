// What the window itself remembers: which panels and dialogs are open, which boxes, and what a new chat will be made
// with. Nothing of it is a conversation's; losing it loses nothing.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AttachmentRef } from '../../../shared/conversation/attachments.ts';
import type { ModelOptions, ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { PresetFields, PresetRef } from '../../../shared/features/presets/preset.ts';
import type { ChangeDirection, ChangeTarget } from '../../../shared/features/undo/methods.ts';
import type { ApprovalMode } from '../../../shared/permission/permission.ts';
import type { Memory } from '../memory.ts';
import type { McpPage } from './mcpPage.ts';

/** The sections of the settings, in the order in which they are shown. */
export const settingsSections = [
  'providers',
  'model',
  'approvals',
  'tools',
  'mcp',
  'hooks',
  'webSearch',
  'programs',
  'run',
  'costs',
  'traces',
  'appearance',
  'keyboard',
  'notifications',
  'instructions',
  'customizations',
  'presets',
  'data',
] as const;

export type SettingsSection = (typeof settingsSections)[number];

/** A command in the background. */
interface CommandRef {
  conversationId: string;
  id: string;
}

/** What stands in the place of the list of presets in the settings: one that is changed, or a new one. */
export type PresetPage = { type: 'edit'; ref: PresetRef } | { type: 'new'; fields: PresetFields };

export type OpenDialog =
  /** `mcp`: what is shown of the MCP servers, when it is not their list. `field`: the setting to go to, by its label. */
  | { type: 'settings'; section: SettingsSection; mcp?: McpPage; preset?: PresetPage; field?: string }
  | { type: 'delete'; conversationId: string }
  /** Asks for a folder by its path, where the host has no dialog of its own. */
  | { type: 'folder'; onPath: (path: string | null) => void }
  /** `place`: bytes of the result, where a match of `find` begins. `search`: begins in the field that searches it. */
  | { type: 'output'; messageId: string; title: string; place?: number; find?: string; search?: boolean }
  /** Asks before changes in files are undone or done again, with what would happen. */
  | { type: 'changes'; target: ChangeTarget; direction: ChangeDirection }
  /** All that a turn changed in files, as one diff. */
  | { type: 'review'; target: ChangeTarget }
  /** Asks before the conversation goes back to before a message. */
  | { type: 'rewind'; messageId: string }
  /** Asks before a reply that has changed files is asked for again. */
  | { type: 'regenerate'; messageId: string }
  /** What a command in the background has printed. */
  | { type: 'processes'; command: CommandRef }
  /** A tool that the person runs, with what its arguments begin as. */
  | { type: 'toolRun'; toolName?: string; arguments?: string }
  /** An image of a result. */
  | { type: 'image'; hash: string; mediaType: string; label: string }
  /** Something that went with a message, or is to. */
  | { type: 'attachment'; conversationId: string; attachment: AttachmentRef }
  /** What a block of code draws. */
  | { type: 'preview'; kind: PreviewKind; source: string }
  /** What will be sent. */
  | { type: 'request' }
  /** What the model is told besides messages. */
  | { type: 'told' }
  /** Saves the conversation as a text; with `more` several, as one archive. */
  | { type: 'export'; conversationId: string; more?: readonly string[] }
  /** A conversation's own folder and branch: made, looked at, merged, thrown away. `archived`: asked because it was archived. */
  | { type: 'worktree'; conversationId: string; act: 'make' | 'changes' | 'merge' | 'remove'; archived?: true }
  /** Asks before several conversations are deleted. */
  | { type: 'deleteMany'; conversationIds: readonly string[] }
  /** Brings in conversations of other programs. */
  | { type: 'import' }
  /** Every shortcut. */
  | { type: 'shortcuts' }
  /** Asks before a message or result is removed for good. */
  | ({ type: 'forget' } & ForgetTarget);

/** What can be seen of a block of code besides its text. */
export type PreviewKind = 'mermaid' | 'svg' | 'html';

/** What fills the middle of the window. */
export type PageName = 'chat' | 'search' | 'chains' | 'activity';

/** `file`: a file of the conversation's folder, at a line. `processes`: what runs in the background. */
export type PanelName = 'chain' | 'context' | 'file' | 'processes';

type DiffLayout = 'inline' | 'split';

export interface FileViewTarget {
  path: string;
  line?: number;
  /** Tells one wish to see a line from the next. */
  count?: number;
}

/** A chat that the host does not know yet. */
interface NewChat {
  /** Undefined: not chosen; null: without a folder. */
  projectId?: string | null;
  model?: ModelRef;
  modelOptions?: ModelOptions;
  approvalMode?: ApprovalMode;
  requiredServer?: string | null;
  /** Undefined: not chosen; null: none, whatever the settings say. */
  preset?: PresetRef | null;
  /** It will work in a worktree of its own; `bring`: with what is not committed. */
  worktree?: { bring: boolean };
}

export interface View {
  page: PageName;
  /** Messages that the person is changing, by id, with what they have become. */
  edits: Record<string, string>;
  sidebarOpen: boolean;
  panelOpen: boolean;
  /** Which of the panels at the right is shown when one is. */
  panel: PanelName;
  /** What the file panel shows. */
  file: FileViewTarget | null;
  /** How changes are drawn where there is room for both. */
  diffLayout: DiffLayout;
  /** Whether the to-do list above the message field is open while a run goes on. */
  todosOpen: boolean;
  /** The record of the to-do list that was put away. */
  dismissedTodos: string | null;
  /** Whether long lines of whole outputs and files are broken. */
  wrapLines: boolean;
  /** Where the window is narrow, the one panel that lies over the page. */
  sheet: 'sidebar' | 'panel' | null;
  dialog: OpenDialog | null;
  /** While a worktree is made: how far it has come, in files, and how to give it up. */
  makingWorktree: { done: number; of: number; cancel: () => void } | null;
  paletteOpen: boolean;
  /** What the palette begins with. */
  typed: string;
  newChat: NewChat;
  /** Boxes that the person opened or closed, by `messageId:index`; the others have their natural state. */
  openCalls: Record<string, boolean>;
  /** Folds that the person opened, by the key of their first call. */
  openFolds: Record<string, boolean>;
  /** Texts of the transcript that are folded away until they are opened, as what was thought: by the id of their record. */
  openParts: Record<string, boolean>;
  /** The call whose row the chain shows, as `showInChain` wishes it; `count` tells one wish from the next. */
  chainAt: { key: string; count: number } | null;
  /**
   * What the transcript is to bring into view, or was asked for last: a call by `messageId:index`, anything else by the id
   * of its record. `count` tells one wish from the next; `keepsFocus`: the keyboard does not go there.
   */
  reveal: { key: string; count: number; keepsFocus: boolean } | null;
  /** Counts the wishes to go to a record: one that is no longer the last is not gone on with. */
  goal: number;
  /** The `count` of the last wish that was met. */
  revealed: number;
  /** Counts the wishes to see the end of the conversation, where what was asked for comes. */
  endWish: number;
}

export type ViewStore = StoreApi<View>;

export function createViewStore(memory: Memory): ViewStore {
  const store = createStore<View>(() => ({
    page: 'chat',
    edits: {},
    sidebarOpen: memory.get('sidebar') !== 'closed',
    panelOpen: false,
    panel: 'chain',
    file: null,
    diffLayout: memory.get('diffs') === 'split' ? 'split' : 'inline',
    todosOpen: memory.get('todos') === 'open',
    dismissedTodos: memory.get('todosDismissed'),
    wrapLines: memory.get('wrap') !== 'off',
    sheet: null,
    dialog: null,
    makingWorktree: null,
    paletteOpen: false,
    typed: '',
    newChat: {},
    openCalls: {},
    openFolds: {},
    openParts: {},
    chainAt: null,
    reveal: null,
    goal: 0,
    revealed: 0,
    endWish: 0,
  }));
  store.subscribe((view, before) => {
    // The page of all calls has its own chain: the one of a conversation beside it would be a second.
    const opened = view.page === 'chains' && before.page !== 'chains' && view.panel === 'chain';
    if (opened && view.panelOpen) store.setState({ panelOpen: false });
    if (view.diffLayout !== before.diffLayout) memory.set('diffs', view.diffLayout);
    if (view.todosOpen !== before.todosOpen) memory.set('todos', view.todosOpen ? 'open' : null);
    if (view.dismissedTodos !== before.dismissedTodos) memory.set('todosDismissed', view.dismissedTodos);
    if (view.wrapLines !== before.wrapLines) memory.set('wrap', view.wrapLines ? null : 'off');
    if (view.sidebarOpen !== before.sidebarOpen) memory.set('sidebar', view.sidebarOpen ? 'open' : 'closed');
  });
  return store;
}

export interface ForgetTarget {
  messageId: string;
  /** What is removed: what the person wrote, what the model said or asked for, or what a tool returned. */
  what: 'message' | 'reply' | 'call' | 'result';
}
