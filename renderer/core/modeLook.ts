// How each mode of approvals looks, wherever it is named: its glyph, and a tone that never stands without glyph or word. The
// two that ask the most are quiet.

import { Box, ClipboardList, Eye, type LucideIcon, PencilLine, ShieldAlert, ShieldQuestionMark } from 'lucide-react';
import type { ApprovalMode } from '../../shared/permission/permission.ts';

export const modeLook: Record<ApprovalMode, { icon: LucideIcon; tone: string }> = {
  ask: { icon: ShieldQuestionMark, tone: 'text-ink-2' },
  reads: { icon: Eye, tone: 'text-ink-2' },
  edits: { icon: PencilLine, tone: 'text-accent' },
  sandbox: { icon: Box, tone: 'text-added' },
  all: { icon: ShieldAlert, tone: 'text-fail' },
  plan: { icon: ClipboardList, tone: 'text-plan' },
};
