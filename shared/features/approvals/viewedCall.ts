// Proof that a caller has a dangerous call as the host shows it: an answer from a device carries the digest of this text.

import type { ApprovalPreview, ApprovalRequest } from '../../conversation/event.ts';

/** The text whose SHA-256 (in hex) `approval.answer` takes as `viewed`: the whole call, and each danger. */
export function viewedText({ approvalId, toolName, preview, grave = [] }: ApprovalRequest): string {
  return JSON.stringify([approvalId, toolName, partsOf(preview), grave]);
}

function partsOf(preview: ApprovalPreview): unknown[] {
  switch (preview.type) {
    case 'command':
      return [preview.command, preview.cwd, preview.background ?? false];
    case 'diff':
      return [preview.path, preview.diff, preview.isNew];
    case 'text':
      return [preview.text];
  }
}
