// Answers an agent while no prompt is open: it may only report about its session.

import { fail } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { AgentHandlers, AgentUpdate } from '../../ports/externalAgents.ts';

export function idleHandlers(onUpdate: (update: AgentUpdate) => Promise<void> | void): AgentHandlers {
  const refused = fail('NOT_SUPPORTED', say`This is only possible while a message is answered.`);
  return {
    async onUpdates(updates) {
      for (const update of updates) await onUpdate(update);
    },
    onPermission: async () => null,
    onQuestion: async () => null,
    readTextFile: async () => refused,
    writeTextFile: async () => refused,
    terminals: {
      create: async () => refused,
      output: async () => refused,
      waitForExit: async () => refused,
      kill: async () => refused,
      release: async () => refused,
    },
  };
}
