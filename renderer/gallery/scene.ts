// One state of the whole window, as the gallery shows it.

import type { AppSnapshot } from '../../shared/contract/methods.ts';
import type { ContextReport } from '../../shared/contract/resources.ts';
import type { Handlers } from '../../shared/contract/server.ts';
import type { ConversationState } from '../../shared/conversation/event.ts';
import type { OpenDialog, PanelName } from '../state/viewStore.ts';

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
}
