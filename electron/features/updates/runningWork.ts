// Runs and background commands, which closing the app would interrupt.

import type { RunningWork } from '../../../shared/features/updates/updates.ts';
import type { ConversationHub } from '../../chat/conversationHub.ts';
import type { BackgroundCommands } from '../../ports/background.ts';

interface RunningWorkWatch {
  running(): RunningWork[];
  /** Also calls for changes that start or end nothing. */
  onChange(listener: () => void): () => void;
}

export function watchRunningWork(
  hub: Pick<ConversationHub, 'liveIds' | 'peek' | 'subscribe'>,
  background: Pick<BackgroundCommands, 'list' | 'onChange'>,
): RunningWorkWatch {
  const titleOf = (conversationId: string): string => hub.peek(conversationId)?.title ?? '';
  return {
    running() {
      const runs = hub.liveIds().filter((id) => hub.peek(id)?.run);
      const commands = background.list().filter(({ state }) => state === 'running');
      return [
        ...runs.map((conversationId) => ({ conversationId, title: titleOf(conversationId), command: null })),
        ...commands.map(({ conversationId, command }) => ({
          conversationId,
          title: titleOf(conversationId),
          command: command.slice(0, 200),
        })),
      ];
    },
    onChange(listener) {
      const stopRuns = hub.subscribe(null, (_id, _seq, { type }) => {
        // The hub applies an event before it publishes it.
        if (type === 'run.ended') listener();
      });
      const stopCommands = background.onChange(listener);
      return () => {
        stopRuns();
        stopCommands();
      };
    },
  };
}
