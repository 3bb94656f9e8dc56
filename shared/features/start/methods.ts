// The app: its first snapshot.

import { z } from 'zod';
import type { SentenceData, UserTextData } from '../../core/sentence.ts';
import { defineMethod, id } from '../../protocol/method.ts';
import type { ConversationRow } from '../conversations/methods.ts';
import type { ProviderInfo } from '../models/methods.ts';
import type { ProjectInfo } from '../projects/methods.ts';
import type { Right } from '../remote/rights.ts';
import type { Settings } from '../settings/settings.ts';
import type { RunElsewhere, SyncAlert } from '../sync/sync.ts';
import type { ToolInfo } from '../tools/toolInfo.ts';
import type { Unsent } from '../unsent/methods.ts';

export interface AppSnapshot {
  /** Sequence number of the last app event included. */
  seq: number;
  version: string;
  host: 'desktop' | 'browser';
  settings: Settings;
  providers: ProviderInfo[];
  projects: ProjectInfo[];
  conversations: ConversationRow[];
  /** The list is incomplete. */
  more?: true;
  tools: ToolInfo[];
  /** The project from `--project`. */
  startProjectId: string | null;
  /** The conversation from `--resume` or `--continue`; `key` is unique per start. */
  start: { key: string; conversationId: string } | null;
  /** Problems at startup as sentences, for example damaged settings that were set aside. */
  notices: UserTextData[];
  /** Informational messages from startup, as sentences. */
  news: UserTextData[];
  /** Why sync needs the user; absent: it does not. */
  syncAlert?: SyncAlert;
  /** Conversations that run on the user's other machines; absent: sync is not connected. */
  runsElsewhere?: RunElsewhere[];
  /** The paired device whose window this is, and what the host refuses it; absent: a window of this machine. */
  device?: { right: Right; refused: readonly string[] };
  /** Absent: windows keep unsent texts themselves. */
  unsent?: Unsent;
}

/** `info`: no action needed; absent: something went wrong. */
export type NoticeEvent = { type: 'notice'; message: string; said?: SentenceData; tone?: 'info' };

export const appMethods = {
  /**
   * Returns the app's state; app events after `seq` follow. With `first` it may contain only the newest conversations,
   * the pinned ones and those in `also`, for a fast first render; it then sets `more`.
   */
  'app.open': defineMethod<AppSnapshot>()(
    'none',
    z.object({ first: z.object({ also: z.array(id).max(4) }).optional() }),
  ),
} as const;
