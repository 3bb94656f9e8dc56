// Plan mode: the model reads, and ends with a plan that the user accepts or sends back. The offered tools reflect what
// it may do; the permission decision (`shared/permission/decide.ts`) enforces it for any call.

import type { ToolKind } from '../../shared/features/tools/toolInfo.ts';
import type { ApprovalMode } from '../../shared/permission/permission.ts';
import type { Tool } from '../ports/tool.ts';

/** The tool that presents a plan; offered in plan mode only. */
export const planTool = 'present_plan';

const kinds: readonly ToolKind[] = ['read', 'state', 'network', 'agent'];

/** Agents make no plans: their findings go back to the conversation that started them. */
export function toolsInMode(tools: readonly Tool[], mode: ApprovalMode, isAgent: boolean): Tool[] {
  const plans = mode === 'plan' && !isAgent;
  return tools.filter(
    ({ name, kind, sandboxable }) =>
      (name !== planTool || plans) && (mode !== 'plan' || kinds.includes(kind) || sandboxable === true),
  );
}

/** For the model, stored where plan mode starts and ends. */
export const planStart = [
  '[Plan mode]',
  'The user wants a plan before anything is changed. Read and search as much as you need; nothing can be written, and ' +
    'commands run where they can change nothing. Ask with ask_user where only the user can decide.',
  `When you know what to do, call ${planTool} with the whole plan. Do not describe it in a reply instead.`,
].join('\n');
export const planEnds = '[Plan mode]\nPlan mode has ended: files can be changed and commands run again.';
