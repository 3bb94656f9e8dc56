// The user's hooks at the end of a turn, of a conversation or of an agent. Each run is stored in one record: a quiet
// line for the user or, if a hook sends the model back to work, the model's next input. That happens only a few times
// per turn, so that hooks cannot loop forever.

import type { AssistantMessage } from '../../../shared/conversation/message.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import { say, sentenceDataOf } from '../../../shared/core/sentence.ts';
import { type HookRun, maxHookRuns } from '../../../shared/features/hooks/hook.ts';
import type { Append } from '../appendMessage.ts';
import type { HookRunScope } from '../turn/callHooks.ts';
import { agentOfHook, hookRecord, hookText, runEventHooks } from '../turn/eventHooks.ts';
import type { HookOccasion } from '../turn/turnHooks.ts';

/** `goes`: how often hooks have sent the model back in this turn. True: one did so again. */
export async function runTurnEndHooks(
  reply: AssistantMessage,
  goes: number,
  scope: HookRunScope & { append: Append },
): Promise<Result<boolean>> {
  const { conversationId, settings, signal } = scope;
  const turn = { reply: reply.content ?? '', goes };
  const occasion: HookOccasion =
    settings.agent === null
      ? { event: 'Stop', ...turn }
      : { event: 'SubagentStop', agent: agentOfHook(conversationId, settings.agent), ...turn };
  const hooks = await runEventHooks(occasion, scope, reply.id);
  if (hooks === null) return ok(false);
  const { refusal, ends } = hooks.ran;
  const wants = refusal !== null && !ends && !signal.aborted;
  const goesOn = wants && goes < maxHookRuns;
  const input = goesOn
    ? hookText('A hook of the user, which runs at the end of a turn, asks you to continue. It says:', refusal)
    : null;
  const runs = wants && !goesOn ? { hooks: hooks.ran.runs.map(withoutEnd) } : {};
  const stored = await scope.append(hookRecord({ ...hooks, details: { ...hooks.details, ...runs } }, input));
  return stored.ok ? ok(goesOn) : stored;
}

/** Its request came too late to be honored. */
function withoutEnd(run: HookRun): HookRun {
  if (run.outcome !== 'refused') return run;
  const why = say`It made the model continue ${maxHookRuns} times in this turn, which is the limit. The turn has ended.`;
  return { ...run, problem: why.text, ...(sentenceDataOf(why) ? { said: why } : {}) };
}
