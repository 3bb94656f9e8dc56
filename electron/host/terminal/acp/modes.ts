// Our approval modes as the protocol's session modes, under the names that the command line uses.

import type { SessionModeState } from '@agentclientprotocol/sdk';
import { type ApprovalMode, approvalModeNames, approvalModes } from '../../../../shared/permission/rule.ts';

export const modeInfo: Readonly<Record<ApprovalMode, { name: string; description: string }>> = {
  ask: { name: 'Ask', description: 'Asks before every tool call that touches the project.' },
  reads: { name: 'Read', description: 'Reads in the project folder without asking.' },
  edits: { name: 'Edit', description: 'Reads and changes files in the project folder without asking.' },
  sandbox: { name: 'Sandbox', description: 'Also runs sandboxed commands without asking.' },
  all: { name: 'Everything', description: 'Dangerous: runs every tool call without asking, including commands.' },
  plan: { name: 'Plan', description: 'Reads only, and ends with a plan that you accept or send back.' },
};

export function modeState(current: ApprovalMode): SessionModeState {
  return {
    currentModeId: approvalModeNames[current],
    availableModes: approvalModes.map((mode) => ({ id: approvalModeNames[mode], ...modeInfo[mode] })),
  };
}
