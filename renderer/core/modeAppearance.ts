// The icon and color of each approval mode. Color is never the only cue. The two strictest modes are neutral.

import { Box, ClipboardList, Eye, type LucideIcon, PencilLine, ShieldAlert, ShieldQuestionMark } from 'lucide-react';
import type { ApprovalMode } from '../../shared/permission/permission.ts';

export const modeAppearance: Record<ApprovalMode, { icon: LucideIcon; tone: string }> = {
  ask: { icon: ShieldQuestionMark, tone: 'text-ink-2' },
  reads: { icon: Eye, tone: 'text-ink-2' },
  edits: { icon: PencilLine, tone: 'text-accent' },
  sandbox: { icon: Box, tone: 'text-added' },
  all: { icon: ShieldAlert, tone: 'text-fail' },
  plan: { icon: ClipboardList, tone: 'text-plan' },
};
