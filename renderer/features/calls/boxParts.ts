// Parts of a box needed only when it opens or asks; preloaded when the window is idle.

import { lazyPart, type PartOf } from '../../core/parts/lazyPart.tsx';
import type { Approval } from '../approvals/Approval.tsx';
import type { McpApp } from '../mcp/McpApp.tsx';

export const ApprovalPart: PartOf<typeof Approval> = lazyPart(
  async () => (await import('../approvals/Approval.tsx')).Approval,
);
export const AgentRetryPart = lazyPart(async () => (await import('./AgentChain.tsx')).AgentRetry);
export const CallBodyPart = lazyPart(async () => (await import('./CallBody.tsx')).CallBody);
export const DiagnosticsPart = lazyPart(
  async () => (await import('../languageServers/DiagnosticsLine.tsx')).DiagnosticsLine,
);
export const HooksPart = lazyPart(async () => (await import('../hooks/HookRuns.tsx')).MessageHookRuns);
export const McpAppPart: PartOf<typeof McpApp> = lazyPart(async () => (await import('../mcp/McpApp.tsx')).McpApp);
export const PlanPart = lazyPart(async () => (await import('./plan/PlanCard.tsx')).PlanCard);
export const QuestionPart = lazyPart(async () => (await import('./question/QuestionForm.tsx')).QuestionForm);
