// Port to live traces: finished runs are sent to the user's trace store. Off by default. Never throws, and nothing waits for it.

import type { ConversationEvent } from '../../../shared/conversation/event.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import type { Result } from '../../../shared/core/errors.ts';
import type { TracesInfo } from '../../../shared/features/traces/methods.ts';

export interface LiveTraces {
  /** Called for every event. `messages` is the branch in memory, including the event's changes. */
  heard(conversationId: string, event: ConversationEvent, messages: readonly Message[]): void;
  /** Traces may have been turned off, or the destination changed. */
  settingsChanged(): Promise<void>;
  info(): Promise<TracesInfo>;
  /** Called soon after the information has changed. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
  setHeaders(headers: readonly { name: string; value: string }[]): Promise<Result<TracesInfo>>;
  test(signal: AbortSignal): Promise<Result<void>>;
  /** Loads the secrets from the keychain, so that they are masked. */
  learnKeys(): Promise<void>;
  /** Pending spans are sent within `ms` (default: one second) or dropped. */
  close(ms?: number): Promise<void>;
}
