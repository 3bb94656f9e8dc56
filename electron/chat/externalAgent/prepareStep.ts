// Allows one step that an agent wants to do through our own tools.

import type { Result } from '../../../shared/core/errors.ts';
import type { CallFacts } from '../../../shared/permission/permission.ts';
import type { Tool, ToolContext } from '../../ports/tool.ts';
import type { CallListeners } from '../turn/toolContext.ts';
import type { AgentStep } from './agentAllowed.ts';
import type { CallState } from './agentCalls.ts';

interface Prepared<Args> {
  args: Args;
  context: ToolContext;
  state: CallState;
  facts: CallFacts | null;
  /** Ends a call that was made for it. */
  release(failed: boolean, text: string): Promise<void>;
}

/** Allows one step of work, and returns what it runs with. `about`: the open calls that it may belong to. */
export type Prepare = <Args extends Record<string, unknown>>(
  tool: Tool,
  args: Args,
  about: { kinds: readonly string[] } & ({ line: string } | { path: string }),
  step: AgentStep,
  signal: AbortSignal,
  listeners: CallListeners,
) => Promise<Result<Prepared<Args>>>;
