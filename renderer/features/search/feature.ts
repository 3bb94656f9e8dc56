// Search: in all conversations, and in the current one.

import type { WindowFeature } from '../../core/feature.ts';
import { searchCommands } from './commands.ts';

export const searchFeature: WindowFeature = {
  commands: searchCommands,
};
