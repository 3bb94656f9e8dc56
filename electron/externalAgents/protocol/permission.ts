// An agent's permission prompt, read more tolerantly than the SDK does: some agents have kinds of options of their own, and a
// prompt that cannot be shown would end their turn.

import { z } from 'zod';
import type { AgentPermissionOption } from '../../../shared/features/externalAgents/externalAgent.ts';
import { boundedText } from '../../lib/boundedText.ts';

export interface PermissionRequest {
  sessionId: string;
  /** Unchecked; a call's update. */
  toolCall: unknown;
  /** Without repeated IDs, and without options that neither allow nor reject. */
  options: AgentPermissionOption[];
}

const maxOptions = 20;
const option = z.object({ optionId: z.string().min(1).max(500), name: z.string().catch(''), kind: z.string() });
const request = z.object({
  sessionId: z.string(),
  toolCall: z.unknown().optional(),
  options: z.array(z.unknown()).catch([]),
});

/** Throws for anything else. */
export function readPermission(raw: unknown): PermissionRequest {
  const { sessionId, toolCall, options } = request.parse(raw);
  const byId = new Map<string, AgentPermissionOption>();
  for (const each of options) {
    const read = option.safeParse(each);
    const kind = read.success ? kindOf(read.data.kind) : null;
    if (!read.success || kind === null || byId.has(read.data.optionId) || byId.size === maxOptions) continue;
    const { optionId, name } = read.data;
    byId.set(optionId, { id: optionId, name: boundedText(name || optionId, 300), kind });
  }
  return { sessionId, toolCall, options: [...byId.values()] };
}

const kinds = ['allow_once', 'allow_always', 'reject_once', 'reject_always'] as const;

/** An unknown kind may last, so it counts as the lasting one. */
function kindOf(kind: string): AgentPermissionOption['kind'] | null {
  const exact = kinds.find((one) => one === kind);
  if (exact) return exact;
  if (kind.startsWith('allow')) return 'allow_always';
  return kind.startsWith('reject') || kind.startsWith('deny') ? 'reject_always' : null;
}
