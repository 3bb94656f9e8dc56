// One state of the whole window, as the gallery shows it.

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
  /** What the host says of its context. */
  context?: ContextReport;
  /** What else the host answers in it. */
  handlers?: Partial<Handlers>;
  /** Boxes that are open, by key. */
  open?: string[];
  /** Conversations beside it, as those of sub-agents. */
  others?: ConversationState[];
  dialog?: OpenDialog;
  /** The panel that is open. */
  panel?: PanelName;
  /** What else the window remembers. */
  view?: Partial<View>;
  /** What is looked for: on the page of the search, and in the conversation. */
  searched?: string;
  found?: string;
  toasts?: Omit<Toast, 'id'>[];
  /** Files that are given to the composer once the host is there. */
  files?: () => File[];
  /** What stands in the composer of a new chat. */
  draft?: string;
  /** What is typed into the composer, and the keys that are pressed there then. */
  typed?: string;
  keys?: string[];
  /** How the host is reached: it is waited for, is not there any more, was started again, or does not know the address. */
  link?: 'never' | 'lost' | 'startedAgain' | 'refused';
  /** What is pressed when all is drawn, one after the other: selectors of what opens something. */
  press?: string[];
  /** What the host does by itself, from the moment that the scene stands until it has ended. */
  play?: (host: ScriptedHost, ended: AbortSignal) => void;
}
