// Who let a call run or denied it, from its result. Pure.

import type { AllowedBy, ToolMessage } from './message.ts';

export interface CallApproval {
  decision: 'allowed' | 'refused';
  /** `agent`: an agent of another vendor, by its own settings. `unasked`: in older records, anything but the user. */
  by: AllowedBy['by'] | 'hook' | 'nobody' | 'agent' | 'unasked';
  mode: string | null;
  rules: string[];
  reason: string | null;
}

/** `known`: how it was allowed, of older records. Null: nobody decided, because the call ended before, or it is unknown. */
export function approvalOf(
  { allowed, details, outcome, waitedMs }: Pick<ToolMessage, 'allowed' | 'details' | 'outcome' | 'waitedMs'>,
  known?: AllowedBy,
): CallApproval | null {
  const none = { mode: null, rules: [], reason: null };
  const refused = details?.refused;
  if (refused) {
    const { by, mode, rules = [], reason } = refused;
    // Plan mode refuses like a rule, and there is none.
    const byMode = by === 'rule' && mode !== undefined && rules.length === 0;
    const who = byMode ? 'mode' : by === 'person' ? 'user' : by;
    return { decision: 'refused', by: who, mode: mode ?? null, rules, reason: reason ?? null };
  }
  const how = allowed ?? known;
  if (how) {
    const { by, mode, rules = [], hook } = how;
    return { decision: 'allowed', by, mode, rules, reason: hook ?? null };
  }
  // Older records have only that the user was asked.
  if (outcome === 'denied' || details?.notRun !== undefined) return null;
  if (typeof waitedMs === 'number' && waitedMs > 0) return { ...none, decision: 'allowed', by: 'user' };
  if (outcome === 'interrupted' || outcome === 'cancelled') return null;
  return { ...none, decision: 'allowed', by: details?.external ? 'agent' : 'unasked' };
}
