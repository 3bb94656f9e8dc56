// Commands that go on while the conversation does.

import { fail } from '../../../shared/errors.ts';
import type { BackgroundCommands } from '../../ports/background.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Environment } from '../commandEnvironment.ts';

export function createBackgroundCommands(_deps: { clock: Clock; environment: Environment }): BackgroundCommands {
  const none = async () => fail('NOT_SUPPORTED', 'There is no such command.');
  return {
    list: () => [],
    start: none,
    output: none,
    write: none,
    end: none,
    endConversation: async () => {},
    onChange: () => () => {},
    close: async () => {},
  };
}
