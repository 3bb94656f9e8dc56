// Proof for the host that this window has a dangerous call as the host shows it: a paired device cannot allow one without.

import type { ApprovalRequest } from '../../../shared/conversation/event.ts';
import { viewedText } from '../../../shared/features/approvals/viewedCall.ts';

/** Null: the call is not dangerous, or the page is not allowed to use the browser's cryptography. */
export async function viewedDigest(request: ApprovalRequest): Promise<string | null> {
  if (!request.grave || !globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(viewedText(request)));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
