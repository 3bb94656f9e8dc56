// Whether a call may run: the rules decide, and where they say so the person is asked.

import type { ApprovalPreview, ApprovalRequest, ConversationEvent } from '../../../shared/conversation/event.ts';
import { describeThrown, fail, ok, type Result } from '../../../shared/errors.ts';
import type { CallFacts, Decision } from '../../../shared/permission.ts';
import { textOf, told } from '../../../shared/sentence.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ToolContext } from '../../ports/tool.ts';
import type { ApprovalAnswer } from '../approvals.ts';
import type { Wider } from '../permissions/callPermission.ts';
import type { ReadyCall } from './handleCall.ts';
import { cancelledVerdict, denied, failed, refusedByRule, type Verdict } from './toolVerdict.ts';

export interface PermitDeps {
  clock: Clock;
  newId(): string;
  publish(event: ConversationEvent): void;
  /** By the rules that are in force for this conversation now. */
  decide(facts: CallFacts): Promise<Decision & Wider>;
  ask(request: ApprovalRequest, facts: CallFacts): Promise<ApprovalAnswer | null>;
  /** A person made a rule with the answer. */
  remember(request: ApprovalRequest, answer: ApprovalAnswer): Promise<void>;
  /** A person refused it and wants the run to end with it. */
  stopRun(): void;
}

export interface Permit {
  /** Null: it may run. */
  refusal: Verdict | null;
  /** Milliseconds that it waited for a person; null: nobody was asked. */
  waitedMs: number | null;
}

export async function permitCall(ready: ReadyCall, context: ToolContext, deps: PermitDeps): Promise<Permit> {
  const { tool } = ready;
  const facts = await factsOf(ready, context);
  if (!facts.ok) return { refusal: failed(facts.error.message, facts.error.code), waitedMs: null };
  const decision = await deps.decide(facts.value);
  if (decision.action === 'allow') return { refusal: null, waitedMs: null };
  if (decision.action === 'deny') return { refusal: refusedByRule(tool.name, textOf(decision.reason)), waitedMs: null };
  const before = deps.clock.elapsed();
  const refusal = await askPerson(ready, { ...decision, facts: facts.value }, context, deps);
  return { refusal, waitedMs: Math.round(deps.clock.elapsed() - before) };
}

/** What it would do. Where that cannot be told nothing is decided and nothing run. */
async function factsOf({ tool, args }: ReadyCall, context: ToolContext): Promise<Result<CallFacts>> {
  try {
    return ok({
      ...(await tool.facts?.(args, context)),
      toolName: tool.name,
      kind: tool.kind,
      ...(tool.server === undefined ? {} : { server: tool.server }),
      ...(tool.serverId === undefined ? {} : { serverId: tool.serverId }),
    });
  } catch (thrown) {
    return fail('TOOL_EXEC_FAILED', `what ${tool.name} would do cannot be told: ${describeThrown(thrown)}`);
  }
}

async function askPerson(
  ready: ReadyCall,
  decision: Decision & Wider & { facts: CallFacts },
  context: ToolContext,
  deps: PermitDeps,
): Promise<Verdict | null> {
  const { messageId, index, tool, args } = ready;
  const preview = await tool.preview(args, context);
  // What cannot be done is not asked about: the model reads why.
  if (!preview.ok) return failed(preview.error.message, preview.error.code);
  const request: ApprovalRequest = {
    approvalId: deps.newId(),
    messageId,
    index,
    toolName: tool.name,
    kind: tool.kind,
    preview: preview.value,
    reason: told(decision.reason),
    offers: decision.offers,
    ...(decision.readsPass ? { readsPass: true } : {}),
    ...(tool.server === undefined ? {} : { server: tool.server }),
    ...(decision.grave ? { grave: decision.grave.map(told) } : {}),
    ...(decision.byItself || hidesSomething(preview.value) ? { byItself: true } : {}),
    askedAt: deps.clock.now().toISOString(),
  };
  deps.publish({ type: 'call.waiting', approval: request });
  const answer = await deps.ask(request, decision.facts);
  if (answer === null) return cancelledVerdict();
  if (answer.remember) await deps.remember(request, answer);
  if (answer.decision === 'allow') return null;
  if (answer.stop) deps.stopRun();
  return denied(tool.name, answer);
}

/** Characters that are not seen: such a call is read by itself. */
function hidesSomething(preview: ApprovalPreview): boolean {
  const text =
    preview.type === 'command'
      ? `${preview.command}\n${preview.cwd}`
      : preview.type === 'diff'
        ? `${preview.path}\n${preview.diff}`
        : preview.text;
  return visibleText(text) !== text;
}
