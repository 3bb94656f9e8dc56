// One state of the whole window, as the gallery shows it.

import type { AppSnapshot } from '../../shared/contract/methods.ts';
import type { ContextReport } from '../../shared/contract/resources.ts';
import type { ConversationState } from '../../shared/conversation/event.ts';
import type { PanelName } from '../state/viewStore.ts';

export interface Scene {
  snapshot: AppSnapshot;
  conversation: ConversationState | null;
  /** What the host says of its context. */
  context?: ContextReport;
  /** The panel that is open. */
  panel?: PanelName;
}
