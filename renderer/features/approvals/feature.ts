// Approvals: the cards, modes and rules by which the user decides about calls.

import type { WindowFeature } from '../../core/feature.ts';
import { approvalCommands } from './commands.ts';

export const approvalsFeature: WindowFeature = {
  commands: approvalCommands,
  settings: {
    approvals: async () => (await import('./ApprovalsSection.tsx')).approvalsPage,
  },
};
