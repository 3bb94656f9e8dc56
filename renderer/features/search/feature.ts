// Search: through all conversations, and within the one that is shown.

import type { WindowFeature } from '../../core/feature.ts';
import { searchCommands } from './commands.ts';

export const searchFeature: WindowFeature = {
  commands: searchCommands,
};
