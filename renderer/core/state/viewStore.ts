// The window's own UI state: open panels, dialogs and boxes, and options of a new chat. Contains no conversation data,
// so losing it is harmless.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AttachmentRef } from '../../../shared/conversation/attachments.ts';
import type { FileReference } from '../../../shared/features/files/fileReference.ts';
import type { ModelOptions, ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { PresetRef } from '../../../shared/features/presets/preset.ts';
import type { ReviewTarget } from '../../../shared/features/review/review.ts';
import type { PageDetails } from '../../../shared/features/sharedBrowser/sharedBrowser.ts';
import type { ChangeDirection, ChangeTarget } from '../../../shared/features/undo/methods.ts';
import type { ApprovalMode } from '../../../shared/permission/permission.ts';
import type { Memory } from '../memory.ts';

/** Settings sections in display order. */
export const settingsSections = [
  'providers',
  'model',
  'agents',
  'run',
  'costs',
  'webSearch',
  'sharedBrowser',
  'approvals',
  'tools',
  'hooks',
  'mcp',
  'instructions',
  'customizations',
  'presets',
  'plugins',
  'schedules',
  'appearance',
  'keyboard',
  'notifications',
  'desktop',
  'programs',
  'api',
  'traces',
  'team',
  'sharing',
  'sync',
  'devices',
  'data',
  'updates',
  'help',
  'about',
] as const;

export type SettingsSection = (typeof settingsSections)[number];

/** A background command. */
interface CommandRef {
  conversationId: string;
  id: string;
}

/** The open subpage of a settings page. A feature with subpages adds its own. @public */
// biome-ignore lint/suspicious/noEmptyInterface: features extend it
export interface SettingsSubpages {}

export type OpenDialog =
  /** `field`: label of the setting to scroll to. */
  | ({ type: 'settings'; section: SettingsSection; field?: string } & SettingsSubpages)
  | { type: 'delete'; conversationId: string }
  /** Asks for a folder path, if the host has no dialog of its own. */
  | { type: 'folder'; onPath: (path: string | null) => void }
  /** `place`: byte offset of a match of `find` in the result. `search`: focuses its search field. */
  | { type: 'output'; messageId: string; title: string; place?: number; find?: string; search?: boolean }
  /** Confirms undoing or redoing file changes, with a preview. */
  | { type: 'changes'; target: ChangeTarget; direction: ChangeDirection }
  /** Confirms rewinding to before a message. */
  | { type: 'rewind'; messageId: string }
  /** Confirms regenerating a reply that changed files. */
  | { type: 'regenerate'; messageId: string }
  /** Output of a background command. */
  | { type: 'processes'; command: CommandRef }
  /** A tool for the user to run, with initial arguments. */
  | { type: 'toolRun'; toolName?: string; arguments?: string }
  /** An image from a result. */
  | { type: 'image'; hash: string; mediaType: string; label: string }
  /** Points at an element of a page's screenshot. */
  | { type: 'point'; hash: string; page: PageDetails }
  /** An attachment of a message or draft. */
  | { type: 'attachment'; conversationId: string; attachment: AttachmentRef }
  /** A rendered code block. */
  | { type: 'preview'; kind: PreviewKind; source: string }
  /** The next request. */
  | { type: 'request' }
  /** What the model receives besides messages. */
  | { type: 'told' }
  /** Exports the conversation; with `more`, several as one archive. */
  | { type: 'export'; conversationId: string; more?: readonly string[] }
  /** Publishes a conversation to a team, whole or from a message on. */
  | { type: 'publish'; conversationId: string; from?: string }
  /** Statistics of a conversation. */
  | { type: 'statistics'; conversationId: string }
  /** A conversation's worktree: create, review, merge, discard. `archived`: asked because it was archived. */
  | { type: 'worktree'; conversationId: string; act: 'make' | 'changes' | 'merge' | 'remove'; archived?: true }
  /** Answers side by side; by default those of the last compare. `contestantId`: the answer to go to. */
  | { type: 'compare'; conversationId: string; compareId?: string; contestantId?: string }
  /** Asks which models answer the message in the composer. */
  | { type: 'compareWith' }
  /** Asks for a goal, which begins with the message in the composer. */
  | { type: 'goal' }
  /** SQL over the user's own calls. */
  | { type: 'query' }
  /** Chooses tags of conversations. */
  | { type: 'tags'; conversationIds: readonly string[] }
  /** Renames and deletes tags. */
  | { type: 'manageTags' }
  /** Confirms deleting several conversations. */
  | { type: 'deleteMany'; conversationIds: readonly string[] }
  /** Imports conversations from other apps. `opened`: of files that the user opened with the app. */
  | { type: 'import'; opened?: string }
  /** Asks which editor opens a file. `from`: the dialog of the link, which is shown again afterwards. */
  | { type: 'openIn'; file: FileReference; from?: OpenDialog }
  /** Shared by another app on this phone with the installed window. */
  | { type: 'shared'; share: SharedContent }
  /** All shortcuts. */
  | { type: 'shortcuts' }
  /** On a device that was just paired. */
  | { type: 'passkeyOffer' }
  /** Confirms removing a message or result permanently. */
  | ({ type: 'forget' } & ForgetTarget);

/** Kept in the browser until the user chooses where it goes. */
interface SharedContent {
  id: string;
  text: string;
  files: readonly File[];
  /** Names of files that were left out. */
  left: readonly string[];
  isCut: boolean;
}

/** Renderings of a code block. */
export type PreviewKind = 'mermaid' | 'svg' | 'html';

/** The main page of the window. */
export type PageName = 'chat' | 'search' | 'chains' | 'activity';

/** `file`: a file of the conversation's folder, at a line. `processes`: background commands. `review`: changed files. */
export type PanelName = 'chain' | 'context' | 'file' | 'processes' | 'review' | 'terminal';

export interface ReviewView {
  tab: 'changes' | 'git';
  target: ReviewTarget;
}

/** A page of the popover at the composer's model. `agent:ID`: one agent; `agentOption:ID`: what it offers in this session. */
export type ModelMenuPage =
  | 'models'
  | 'options'
  | 'preset'
  | 'server'
  | 'moreAgents'
  | `agent:${string}`
  | `agentOption:${string}`;

type DiffLayout = 'inline' | 'split';

export interface FileViewTarget {
  path: string;
  line?: number;
  /** Distinguishes repeated requests for a line. */
  count?: number;
}

/** A chat not yet known to the host. */
interface NewChat {
  /** Undefined: not chosen; null: no folder. */
  projectId?: string | null;
  model?: ModelRef;
  modelOptions?: ModelOptions;
  approvalMode?: ApprovalMode;
  requiredServer?: string | null;
  /** Undefined: not chosen; null: none, regardless of the settings. */
  preset?: PresetRef | null;
  /** It will use a worktree; `bring`: includes uncommitted changes. */
  worktree?: { bring: boolean };
}

export interface View {
  page: PageName;
  /** Keys of the tags that conversations in the sidebar must have. */
  tagFilter: readonly string[];
  /** Edited texts by message id. */
  edits: Record<string, string>;
  sidebarOpen: boolean;
  panelOpen: boolean;
  /** Which right-hand panel to show. */
  panel: PanelName;
  /** A command that the conversation's terminal panel types into a new terminal, for the user to run. */
  terminalInput?: { command: string; conversationId: string | null } | null;
  review: ReviewView;
  /** The file in the file panel. */
  file: FileViewTarget | null;
  /** Diff layout, where both fit. */
  diffLayout: DiffLayout;
  /** Whether code, tables and diffs of the transcript may be wider than its column. */
  isWidened: boolean;
  /** Whether the to-do list above the composer is expanded during a run. */
  todosOpen: boolean;
  /** The message of the dismissed to-do list. */
  dismissedTodos: string | null;
  /** Whether to wrap long lines in full outputs and files. */
  wrapLines: boolean;
  /** In narrow windows, the panel over the page. */
  sheet: 'sidebar' | 'panel' | null;
  dialog: OpenDialog | null;
  /** Null: closed. */
  modelMenu: ModelMenuPage | null;
  /** While a worktree is created: progress in files, and how to cancel. */
  makingWorktree: { done: number; of: number; cancel: () => void } | null;
  /** Messages of a new chat that wait for its worktree. */
  startingMessages: readonly StartingMessage[];
  paletteOpen: boolean;
  /** Initial text of the palette. */
  typed: string;
  newChat: NewChat;
  /** Boxes that the user opened or closed, by `messageId:index`; others use their default. */
  openCalls: Record<string, boolean>;
  /** Folds that the user opened, by the key of their first call. */
  openFolds: Record<string, boolean>;
  /** Collapsible texts, such as thinking, that were opened; by message id. */
  openParts: Record<string, boolean>;
  /** The call to show in the chain, from `showInChain`; `count` distinguishes requests. */
  chainAt: { key: string; count: number } | null;
  /**
   * The last thing the transcript was asked to scroll to: a call by `messageId:index`, or a message id. `count`
   * distinguishes requests; `keepsFocus`: does not move the focus; `bottom`: only scrolls, so that the row ends at this
   * height of the window.
   */
  reveal: { key: string; count: number; keepsFocus: boolean; bottom?: number } | null;
  /** Counts navigations; only the latest continues. */
  goal: number;
  /** The `count` of the last fulfilled request. */
  revealed: number;
  /** Counts requests to scroll to the end, where new output appears. */
  endWish: number;
}

interface StartingMessage {
  text: string;
  /** Names of its attachments. */
  files: readonly string[];
}

export type ViewStore = StoreApi<View>;

export function createViewStore(memory: Memory): ViewStore {
  const store = createStore<View>(() => ({
    page: 'chat',
    tagFilter: [],
    edits: {},
    sidebarOpen: memory.get('sidebar') !== 'closed',
    panelOpen: false,
    panel: 'chain',
    file: null,
    review: { tab: 'changes', target: { type: 'conversation' } },
    diffLayout: memory.get('diffs') === 'split' ? 'split' : 'inline',
    isWidened: memory.get('widened') === 'on',
    todosOpen: memory.get('todos') === 'open',
    dismissedTodos: memory.get('todosDismissed'),
    wrapLines: memory.get('wrap') !== 'off',
    sheet: null,
    dialog: null,
    modelMenu: null,
    makingWorktree: null,
    startingMessages: [],
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
    // The page with all calls has its own chain panel; close the conversation's.
    const opened = view.page === 'chains' && before.page !== 'chains' && view.panel === 'chain';
    if (opened && view.panelOpen) store.setState({ panelOpen: false });
    if (view.diffLayout !== before.diffLayout) memory.set('diffs', view.diffLayout);
    if (view.isWidened !== before.isWidened) memory.set('widened', view.isWidened ? 'on' : null);
    if (view.todosOpen !== before.todosOpen) memory.set('todos', view.todosOpen ? 'open' : null);
    if (view.dismissedTodos !== before.dismissedTodos) memory.set('todosDismissed', view.dismissedTodos);
    if (view.wrapLines !== before.wrapLines) memory.set('wrap', view.wrapLines ? null : 'off');
    if (view.sidebarOpen !== before.sidebarOpen) memory.set('sidebar', view.sidebarOpen ? 'open' : 'closed');
  });
  return store;
}

export interface ForgetTarget {
  messageId: string;
  /** What to remove: the user's message, the model's reply or call, or a tool's result. */
  what: 'message' | 'reply' | 'call' | 'result';
}
