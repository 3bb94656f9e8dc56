// Saves the user's unsent changes to plans, across scrolling and reloads. Keeps only the newest few; the others were
// answered elsewhere, or their run is gone.

import type { Memory } from '../../../core/memory.ts';

export interface PlanDraft {
  /** Null: unchanged. */
  text: string | null;
  mode: string | null;
  words: string;
  /** The visible view: the plan, its source, or the reply when sending it back. */
  part: 'read' | 'edit' | 'back';
}

/** @internal */
export const freshPlan: PlanDraft = { text: null, mode: null, words: '', part: 'read' };

const name = 'plans';
const maxDrafts = 5;

type Kept = [questionId: string, draft: PlanDraft][];

function read(memory: Memory): Kept {
  try {
    const parsed: unknown = JSON.parse(memory.get(name) ?? '[]');
    return Array.isArray(parsed) ? parsed.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(entry: unknown): entry is Kept[number] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false;
  const { text, mode, words, part } = Object(entry[1]) as Record<string, unknown>;
  const orNull = (value: unknown): boolean => value === null || typeof value === 'string';
  return orNull(text) && orNull(mode) && typeof words === 'string' && ['read', 'edit', 'back'].includes(String(part));
}

export function planDraft(memory: Memory, questionId: string): PlanDraft {
  return read(memory).find(([id]) => id === questionId)?.[1] ?? freshPlan;
}

/** Null: it was answered. */
export function savePlanDraft(memory: Memory, questionId: string, draft: PlanDraft | null): void {
  const others = read(memory).filter(([id]) => id !== questionId);
  const drafts: Kept = draft ? [[questionId, draft], ...others] : others;
  memory.set(name, drafts.length > 0 ? JSON.stringify(drafts.slice(0, maxDrafts)) : null);
}
