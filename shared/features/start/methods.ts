// The app as a whole: the first snapshot.

import { z } from 'zod';
import type { SentenceData, UserTextData } from '../../core/sentence.ts';
import { id, method } from '../../protocol/method.ts';
import type { ConversationRow } from '../conversations/methods.ts';
import type { ProviderInfo } from '../models/methods.ts';
import type { ProjectInfo } from '../projects/methods.ts';
import type { Settings } from '../settings/settings.ts';
import type { ToolInfo } from '../tools/toolInfo.ts';

export interface AppSnapshot {
  /** The sequence number of the last app event in this snapshot. */
  seq: number;
  version: string;
  host: 'desktop' | 'browser';
  settings: Settings;
  providers: ProviderInfo[];
  projects: ProjectInfo[];
  conversations: ConversationRow[];
  /** There are more conversations than these. */
  more?: true;
  tools: ToolInfo[];
  /** The project that the app was started on, by `--project`. */
  startProjectId: string | null;
  /** The conversation that the app was started on, by `--resume` or `--continue`; `key` differs for every start. */
  start: { key: string; conversationId: string } | null;
  /** What was wrong at start, as sentences: damaged settings that were set aside, for example. */
  notices: UserTextData[];
  /** What was done at start and asks for nothing, as sentences. */
  news: UserTextData[];
}

/** `info`: news that asks for nothing; without it something has gone wrong. */
export type NoticeEvent = { type: 'notice'; message: string; said?: SentenceData; tone?: 'info' };

export const appMethods = {
  /**
   * The state of the whole app; app events after `seq` follow. With `first` it may hold only the newest of many conversations,
   * the pinned ones and those of `also`, so that a window can be drawn at once; it then says `more`.
   */
  'app.open': method<AppSnapshot>()('none', z.object({ first: z.object({ also: z.array(id).max(4) }).optional() })),
} as const;
