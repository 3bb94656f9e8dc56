// The run of a conversation that an external agent answers, in place of the tool loop: open its session, send what is
// new, store its updates, repeat for queued messages.

import type { AssistantMessage } from '../../../shared/conversation/message.ts';
import type { AppError, Result } from '../../../shared/core/errors.ts';
import type { AgentTurnEnd } from '../../ports/externalAgents.ts';
import type { RunOutcome } from '../chatToolLoop.ts';
import type { Run } from '../run/run.ts';
import { createAgentHandlers } from './agentHandlers.ts';
import { AgentTurn } from './agentTurn.ts';
import { type OpenedAgent, openAgent } from './openAgent.ts';

export async function externalAgentLoop(run: Run, agentId: string): Promise<RunOutcome> {
  // Agents report that they opened a session that they do not have; the prompt shows it.
  let isLost = false;
  for (;;) {
    if (run.signal.aborted) return { end: 'stopped' };
    const mayGoOn = await run.maySpend(0);
    if (!mayGoOn.ok) return failed(mayGoOn.error);
    run.enterPhase('model');
    const opened = await openAgent(run, agentId, isLost);
    if (!opened.ok) return run.signal.aborted ? { end: 'stopped' } : notOpened(run, opened.error);
    if (run.signal.aborted) return { end: 'stopped' };
    const turn = await agentTurn(opened.value);
    isLost = turn === null;
    if (turn === null) continue;
    const { outcome, reply } = turn;
    if (outcome.end !== 'done') return outcome;
    const queued = await run.storeQueued();
    if (!queued.ok) return failed(queued.error);
    if (queued.value > 0) continue;
    const goesOn: Result<boolean> | null = run.signal.aborted || reply === null ? null : await run.endOfTurn(reply);
    if (goesOn && !goesOn.ok) return failed(goesOn.error);
    if (!goesOn?.value) return { end: run.signal.aborted ? 'stopped' : 'done' };
  }
}

/** Null: the earlier session is lost, and nothing has happened. */
async function agentTurn({
  agentRun,
  headId,
  parts,
}: OpenedAgent): Promise<{ outcome: RunOutcome; reply: AssistantMessage | null } | null> {
  const { scope: run, session } = agentRun;
  const turn = new AgentTurn(agentRun, headId);
  await turn.begin();
  const { handlers, close } = createAgentHandlers(agentRun, turn);
  // The prompt counts as known once the agent has answered: it may never have received it.
  const sent = await agentRun.hasSession();
  if (!sent.ok) return { outcome: failed(sent.error), reply: null };
  const end = await run.deps.spending.request(run, 'reply', async (paid) => {
    const ended = await session.prompt(parts, handlers, run.signal);
    const usage = await agentRun.usageOf(ended.usage);
    const cost = await paid(ended.reason === 'failed' ? 'stopped' : 'reply', usage ?? null);
    return { ended, usage: usage && cost ? { ...usage, cost } : usage };
  });
  await close();
  if (session.reached !== 'new' && isSessionLost(end.ended) && (await turn.drop())) return null;
  const finished = await turn.finish(end.ended, end.usage);
  if (turn.hasAnswered || isReceived(end.ended)) await agentRun.knows(turn.headId);
  noteEnd(agentRun, end.ended);
  return finished;
}

/** A failed or stopped prompt without an answer may be unknown to the agent; it is sent again with the next message. */
function isReceived({ reason }: AgentTurnEnd): boolean {
  return reason !== 'failed' && reason !== 'cancelled';
}

function isSessionLost(end: AgentTurnEnd): boolean {
  return end.reason === 'failed' && end.error.details?.sessionLost === true;
}

function noteEnd({ scope: { deps, conversationId }, session }: OpenedAgent['agentRun'], end: AgentTurnEnd): void {
  if (!('gone' in end) || !end.gone) return;
  deps.agentSessions.ended(conversationId, session);
}

/** The agent could not be started, or did not open a session. */
async function notOpened(run: Run, { code, message, said, details }: AppError): Promise<RunOutcome> {
  const untrusted = details?.untrusted === true ? { untrusted: true as const } : {};
  const error = { code, message, ...(said ? { said } : {}), ...untrusted };
  const stored = await run.append({ role: 'assistant', partType: 'error', content: null, error });
  return stored.ok ? { end: 'error', error } : failed(stored.error);
}

function failed({ code, message, said }: AppError): RunOutcome {
  return { end: 'error', error: { code, message, ...(said ? { said } : {}) } };
}
