// Whether a tool call runs, is asked about, or is refused. Pure: rules and the call go in, a decision comes out.

import type { ToolKind } from './toolInfo.ts';

/** `ask` asks about everything that touches the folder; `reads` lets reads pass; `all` asks nothing. */
export const approvalModes = ['ask', 'reads', 'all'] as const;
export type ApprovalMode = (typeof approvalModes)[number];

export type Decision = { action: 'allow' | 'ask'; reason: string };

export interface PermissionInput {
  mode: ApprovalMode;
  kind: ToolKind;
  toolName: string;
  /** Names of tools that the person has allowed for this conversation. */
  allowedInConversation: readonly string[];
}

export function decide(input: PermissionInput): Decision {
  if (input.kind === 'state') return { action: 'allow', reason: 'It changes only the conversation itself.' };
  if (input.mode === 'all') return { action: 'allow', reason: 'Everything is allowed without asking.' };
  if (input.mode === 'reads' && input.kind === 'read') {
    return { action: 'allow', reason: 'Reading is allowed without asking.' };
  }
  if (input.allowedInConversation.includes(input.toolName)) {
    return { action: 'allow', reason: `You allowed ${input.toolName} for this conversation.` };
  }
  return { action: 'ask', reason: askReason(input) };
}

function askReason(input: PermissionInput): string {
  if (input.kind === 'read') return 'Your setting asks before anything is read.';
  if (input.kind === 'write') return 'It changes a file in your folder.';
  return 'It runs a command on your machine.';
}
