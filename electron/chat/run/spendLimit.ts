// Whether a run may spend more, and what its replies cost. At a limit the user decides: for an agent, in the box of the
// call that started it, so that its work continues with the answer; otherwise the run ends with an error that says how
// to continue. Without a user it ends, too. Nothing is lost.

import type { ErrorInfo } from '../../../shared/conversation/message.ts';
import type { SpendLimitRef, UserQuestion } from '../../../shared/conversation/question.ts';
import { type AppError, ok, type Result } from '../../../shared/core/errors.ts';
import type { Append } from '../appendMessage.ts';
import type { ChatDeps } from '../chatDeps.ts';
import type { Payer, Spending } from '../costs/spending.ts';
import type { RunSettings } from '../runSettings.ts';
import { askerOf } from '../turn/approvalRouting.ts';
import type { ModelTurn } from '../turn/modelTurn.ts';

interface SpendingRun extends Payer {
  settings: Pick<RunSettings, 'model' | 'projectId' | 'agent' | 'overLimit'>;
  signal: AbortSignal;
  append: Append;
  deps: Pick<ChatDeps, 'approvals' | 'clock' | 'hub' | 'ids' | 'questions' | 'spending' | 'tasks'>;
}

/** `run`: no more questions during this run. SPEND_LIMIT_REACHED is stored as an error before it is returned. */
export async function checkSpendLimit(run: SpendingRun, tokens: number): Promise<Result<'request' | 'run'>> {
  if (run.settings.overLimit) return ok('run');
  const { spending } = run.deps;
  for (;;) {
    const checked = await spending.check(run, tokens);
    if (checked.ok) return ok('request');
    const choice = run.settings.agent ? await askInBox(run, checked.error) : 'stop';
    if (choice === 'once') return ok('run');
    const person = run.settings.agent?.conversationId ?? run.conversationId;
    const raised = choice === 'raise' ? await spending.raise(person, limitOf(checked.error).kind) : null;
    if (raised?.ok) continue;
    const { code, message, said } = checked.error;
    const error: ErrorInfo = { code, message, ...(said ? { said } : {}), limit: limitOf(checked.error) };
    // Shown to the user only, since the model was not called.
    const stored = await run.append({
      role: 'assistant',
      partType: 'error',
      content: null,
      includeInContext: false,
      error,
    });
    return stored.ok ? checked : stored;
  }
}

/** Asks the model and records the cost, whether or not the reply is kept; the turn includes its cost. */
export function runBilledTurn(spending: Spending, payer: Payer, ask: () => Promise<ModelTurn>): Promise<ModelTurn> {
  return spending.request(payer, 'reply', async (paid) => {
    const turn = await ask();
    for (const usage of turn.wasted ?? []) await paid('stopped', usage);
    if (turn.kind === 'reply') {
      const { usage } = turn.reply;
      const cost = await paid('reply', usage);
      return usage && cost ? { ...turn, reply: { ...turn.reply, usage: { ...usage, cost } } } : turn;
    }
    const { text, reasoning } = turn.kind === 'aborted' ? turn : turn.failure.partial;
    const isCounted = turn.kind === 'failed' && turn.failure.usage !== undefined;
    if (text + reasoning !== '' && !isCounted) await paid('stopped', null);
    return turn;
  });
}

/** As returned by `check`. */
function limitOf({ details }: AppError): SpendLimitRef {
  return details?.limit as SpendLimitRef;
}

async function askInBox(run: SpendingRun, error: AppError): Promise<'once' | 'raise' | 'stop'> {
  const { deps, conversationId, settings, signal } = run;
  const { kind, usd } = limitOf(error);
  const more = kind === 'day' ? `Raise today’s limit by $${usd}` : `Raise this conversation’s limit by $${usd}`;
  const question: UserQuestion = {
    questionId: deps.ids.ulid(),
    messageId: '',
    index: 0,
    from: { type: 'app', limit: { kind, usd } },
    message: error.message,
    ...(error.said ? { said: error.said } : {}),
    fields: [
      {
        name: 'choice',
        label: 'Spending limit',
        type: 'choice',
        options: [
          { value: 'once', label: 'Let this agent finish' },
          { value: 'raise', label: more },
          { value: 'stop', label: 'Stop the agent' },
        ],
        required: true,
      },
    ],
    askedAt: deps.clock.now().toISOString(),
  };
  const answer = await askerOf(deps, conversationId, settings.agent).question(question, signal);
  const choice = answer.action === 'accept' ? answer.values.choice : 'stop';
  return choice === 'once' || choice === 'raise' ? choice : 'stop';
}
