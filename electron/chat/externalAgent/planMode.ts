// Plan mode with an external agent: the agent's own mode for planning where it offers one. Otherwise our rules bind only
// what it asks for, and a note informs the user.

import { ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say, textOf } from '../../../shared/core/sentence.ts';
import type { AgentSession } from '../../ports/externalAgents.ts';
import type { StoredBranch } from '../../ports/store.ts';
import type { Run } from '../run/run.ts';
import { currentMode } from '../runSettings.ts';
import { agentMetaOf, withAgentMeta } from './agentSessions.ts';

/** As agents name a mode in which they change nothing: Claude Code, OpenCode and Gemini CLI, and Codex. */
const planNames = /^(?:plan|planning|plan mode|read[ _-]?only)$/i;

/** Sets the agent's mode for the next prompt. Returns what the user should know; null: nothing new. */
export async function followPlanMode(
  run: Run,
  agent: { id: string; name: string },
  session: AgentSession,
  { meta, messages }: Pick<StoredBranch, 'meta' | 'messages'>,
): Promise<Result<Sentence | null>> {
  const { deps, conversationId, settings } = run;
  const option = session.options().find(({ category }) => category === 'mode');
  const plan = option?.choices.find(({ value, name }) => planNames.test(value) || planNames.test(name));
  const isPlanning = option !== undefined && option.current === plan?.value;
  const { beforePlan } = agentMetaOf(meta, agent.id);
  const remember = (mode: string | undefined): Promise<Result<unknown>> =>
    deps.store.updateMeta(conversationId, (current) =>
      withAgentMeta(current, agent.id, ({ beforePlan: _before, ...known }) => ({
        ...known,
        ...(mode === undefined ? {} : { beforePlan: mode }),
      })),
    );
  if (currentMode(deps, conversationId, settings) !== 'plan') {
    if (beforePlan === undefined) return ok(null);
    // Set by us, unless the user has chosen another one since.
    const back = isPlanning ? await session.setOption(option.id, beforePlan) : ok(undefined);
    if (!back.ok) return back;
    const forgotten = await remember(undefined);
    return forgotten.ok ? ok(null) : forgotten;
  }
  if (isPlanning) return ok(null);
  if (!option || !plan) {
    const note = say`${agent.name} offers no plan mode. What it asks for is refused if it would change anything; what it does without asking is not prevented.`;
    const isSaid = messages.some(({ partType, content }) => partType === 'note' && content === textOf(note));
    return ok(isSaid ? null : note);
  }
  const noted = await remember(option.current);
  if (!noted.ok) return noted;
  const set = await session.setOption(option.id, plan.value);
  return set.ok ? ok(null) : set;
}
