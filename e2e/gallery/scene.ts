// A scene: one state of the whole window.

import type { Handlers } from '../../electron/lib/protocolServer.ts';
import type { Toast } from '../../renderer/core/state/toasts.ts';
import type { OpenDialog, PanelName, View } from '../../renderer/core/state/viewStore.ts';
import type { ConversationState } from '../../shared/conversation/event.ts';
import type { ContextReport } from '../../shared/features/context/methods.ts';
import type { AppSnapshot } from '../../shared/features/start/methods.ts';
import type { ScriptedHost } from './scriptedHost.ts';

export interface Scene {
  snapshot: AppSnapshot;
  conversation: ConversationState | null;
  /** The host's report on its context. */
  context?: ContextReport;
  /** Additional host responses. */
  handlers?: Partial<Handlers>;
  /** Keys of open boxes. */
  open?: string[];
  /** Further conversations, such as those of sub-agents. */
  others?: ConversationState[];
  dialog?: OpenDialog;
  /** The open panel. */
  panel?: PanelName;
  /** Other view state. */
  view?: Partial<View>;
  /** The query, on the search page and in the conversation. */
  searched?: string;
  found?: string;
  toasts?: Omit<Toast, 'id'>[];
  /** Files that are attached in the composer once the host is connected. */
  files?: () => File[];
  /** The draft of a new chat. */
  draft?: string;
  /** Text typed into the composer, and keys pressed there afterwards. */
  typed?: string;
  keys?: string[];
  /** The connection: still connecting, lost, restarted at a new address, or rejected because of an unknown address. */
  link?: 'never' | 'lost' | 'startedAgain' | 'refused';
  /** Selectors of elements to press in turn once everything has rendered. */
  press?: string[];
  /** Events that the host sends on its own, from when the scene is ready until it ends. */
  play?: (host: ScriptedHost, ended: AbortSignal) => void;
}
