// The port to live traces: what a run did goes to the person's trace store when it has ended. Off until they chose it. Never
// throws, and nothing waits for it.

import type { ConversationEvent } from '../../../shared/conversation/event.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import type { Result } from '../../../shared/core/errors.ts';
import type { TracesInfo } from '../../../shared/features/traces/methods.ts';

export interface LiveTraces {
  /** Told of every event. `messages`: the branch as far as it is in memory, with what the event brought. */
  heard(conversationId: string, event: ConversationEvent, messages: readonly Message[]): void;
  /** They may have turned it off, or chosen another place. */
  settingsChanged(): Promise<void>;
  info(): Promise<TracesInfo>;
  setHeaders(headers: readonly { name: string; value: string }[]): Promise<Result<TracesInfo>>;
  test(signal: AbortSignal): Promise<Result<void>>;
  /** Asks the keychain for what is secret, so that it is masked. */
  learnKeys(): Promise<void>;
  /** What is on its way is sent within `ms`, a second by default, or not at all. */
  close(ms?: number): Promise<void>;
}
