// The user's hooks at the end of a turn. Each run is stored in one record: a quiet line for the user or, if a hook
// sends the model back to work, the model's next input. That happens only a few times per turn, so that hooks cannot
// loop forever.

import { blockTag } from '../../../shared/conversation/attachments.ts';
import type { AssistantMessage, NewMessage } from '../../../shared/conversation/message.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import { say, sentenceDataOf } from '../../../shared/core/sentence.ts';
import { type HookRun, maxHookRuns } from '../../../shared/features/hooks/hook.ts';
import type { Append } from '../appendMessage.ts';
import { hookDetails, readActiveHooks, runHooks } from '../turn/callHooks.ts';
import type { CallScope } from '../turn/callScope.ts';

type Scope = Pick<CallScope, 'deps' | 'conversationId' | 'settings' | 'signal'> & { append: Append };

/** `goes`: how often hooks have sent the model back in this turn. True: one did so again. */
export async function runTurnEndHooks(reply: AssistantMessage, goes: number, scope: Scope): Promise<Result<boolean>> {
  // An agent's last reply goes back to the conversation that started it: its turn ends there.
  if (scope.settings.agent !== null) return ok(false);
  const hooks = await readActiveHooks(scope);
  const call = { messageId: reply.id, index: 0 };
  const ran = await runHooks(hooks, { event: 'Stop', reply: reply.content ?? '', goes }, call, scope);
  if (ran === null) return ok(false);
  const wants = ran.refusal !== null && !ran.ends && !scope.signal.aborted;
  const goesOn = wants && goes < maxHookRuns;
  const finalRuns = wants && !goesOn ? { ...ran, runs: ran.runs.map(withoutEnd) } : ran;
  const details = await hookDetails([finalRuns], call, scope);
  const record: NewMessage = {
    role: 'system',
    partType: 'environment',
    environment: { about: 'hook' },
    content: goesOn ? refusalText(ran.refusal ?? '') : quietText,
    ...(goesOn ? {} : { includeInContext: false }),
    details,
    replyId: reply.id,
  };
  const stored = await scope.append(record);
  return stored.ok ? ok(goesOn) : stored;
}

const quietText = '[Hooks ran at the end of this turn.]';

function refusalText(reason: string): string {
  const tag = blockTag('hook', reason);
  return `[Hook]\nA hook of the user, which runs at the end of a turn, asks you to continue. It says:\n<${tag}>\n${reason}\n</${tag}>`;
}

/** Its request came too late to be honored. */
function withoutEnd(run: HookRun): HookRun {
  if (run.outcome !== 'refused') return run;
  const why = say`It made the model continue ${maxHookRuns} times in this turn, which is the limit. The turn has ended.`;
  return { ...run, problem: why.text, ...(sentenceDataOf(why) ? { said: why } : {}) };
}
