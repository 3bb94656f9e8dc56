// Whether a call may run: the rules decide, and ask the person where needed. An answer may become a rule. Adding or removing a
// rule applies to the next call at once, and answers waiting calls it matches.

import type { ApprovalPreview, ApprovalRequest } from '../../../shared/conversation/event.ts';
import { fail, ok, type Result, saidByThrown } from '../../../shared/core/errors.ts';
import { say, textOf, toUserTextData, type UserText } from '../../../shared/core/sentence.ts';
import { visibleText } from '../../../shared/core/visibleText.ts';
import {
  type CallFacts,
  type Decision,
  decide,
  offersFor,
  openingsOf,
  type PermissionRule,
  type RuleScope,
  readsWouldPass,
  rulesInScope,
} from '../../../shared/permission/permission.ts';
import type { SandboxOpening } from '../../ports/sandbox.ts';
import type { ToolContext } from '../../ports/tool.ts';
import type { ApprovalAnswer } from '../approvals.ts';
import { modeNow } from '../runSettings.ts';
import { type Asker, askerOf } from './approvalRouting.ts';
import { cancelledVerdict, denied, failed, refusedByRule, type Verdict } from './callResult.ts';
import type { CallScope, ReadyCall } from './callScope.ts';

export interface Authorization {
  /** Null: it may run. */
  refusal: Verdict | null;
  /** It may run in the sandbox alone: with what is open in there. Null: outside. */
  sandbox: SandboxOpening | null;
  /** It runs outside because there is no sandbox here: why. */
  without: UserText | null;
  /** Milliseconds that it waited for a person; null: nobody was asked. */
  waitedMs: number | null;
}

type RuleDecision = Decision & { rules: PermissionRule[] };

/** `asks`: why the person is asked also about what the rules would allow. */
export async function authorizeCall(
  ready: ReadyCall,
  context: ToolContext,
  scope: CallScope,
  asks: string | null = null,
): Promise<Authorization> {
  const { tool } = ready;
  const { permissions, clock } = scope.deps;
  const facts = await factsOf(ready, context);
  const unasked = { sandbox: null, without: null, waitedMs: null };
  if (!facts.ok) return { refusal: failed(facts.error), ...unasked };
  const asker = askerOf(scope.deps, scope.conversationId, scope.settings.agent);
  const decision = askedByHook(await decideByRules(facts.value, asker, scope), asks);
  permissions.used(decision.ruleIds);
  const without = decision.withoutSandbox ?? null;
  if (decision.action === 'allow') {
    return { refusal: null, ...unasked, sandbox: openingFor(decision), without };
  }
  if (decision.action === 'deny') return { refusal: refusedByRule(tool.name, textOf(decision.reason)), ...unasked };
  const before = clock.elapsed();
  const refusal = await askPerson({ ready, facts: facts.value, decision, asker, context, asks }, scope);
  // Where the mode was changed meanwhile, it runs as the new one has it.
  const now = refusal ? null : await decideByRules(facts.value, asker, scope);
  return {
    refusal,
    sandbox: now && openingFor(now),
    without: now?.withoutSandbox ?? null,
    waitedMs: Math.round(clock.elapsed() - before),
  };
}

/** A hook has the person asked, by itself; about what is asked anyway its reason stands first. */
function askedByHook(decision: RuleDecision, asks: string | null): RuleDecision {
  if (asks === null || decision.action === 'deny') return decision;
  const why = say`A hook of yours wants you to decide: ${asks}`;
  const reason = decision.action === 'ask' ? say.all([why, decision.reason]) : why;
  return { ...decision, action: 'ask', byItself: true, reason };
}

/** Null: it runs outside. What only reads finds nothing opened. */
function openingFor({ sandboxed, rules }: RuleDecision): SandboxOpening | null {
  if (sandboxed === undefined) return null;
  return sandboxed === 'read_only' ? { ...openingsOf([]), readOnly: true } : openingsOf(rules);
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
    return fail('TOOL_EXEC_FAILED', say`what ${tool.name} would do could not be determined: ${saidByThrown(thrown)}`);
  }
}

/** By the rules that are in force now, and the mode, of the conversation in which a person would be asked. */
async function decideByRules(facts: CallFacts, asker: Asker, { deps, settings }: CallScope): Promise<RuleDecision> {
  const { conversationId } = asker;
  const { projectId, folder } = settings;
  const rules = rulesInScope(await deps.permissions.list(), { conversationId, projectId });
  return { ...decide({ mode: modeNow(deps, conversationId, settings), facts, rules, folder }), rules };
}

interface Asked {
  ready: ReadyCall;
  facts: CallFacts;
  decision: RuleDecision;
  asker: Asker;
  context: ToolContext;
  /** Why a hook has the person asked. */
  asks: string | null;
}

/** Null: it may run. */
async function askPerson(asked: Asked, scope: CallScope): Promise<Verdict | null> {
  const { ready, context, asker } = asked;
  const { deps, conversationId, settings, signal } = scope;
  const preview = await ready.tool.preview(ready.args, context);
  // What cannot be done is not asked about: the model reads why.
  if (!preview.ok) return failed(preview.error);
  const request = requestOf(asked, preview.value, scope);
  const { agent } = settings;
  // In the agent's own conversation it is shown that a call waits; it is answered where the agent was started.
  const shown = agent ? { ...request, agent: { conversationId, title: agent.title } } : request;
  deps.hub.publish(conversationId, { type: 'call.waiting', approval: shown });
  const unsubscribe = deps.permissions.onChange(() => void answerByRule(request, asked, scope));
  let answer: ApprovalAnswer | null;
  try {
    answer = await (agent ? asker.approval(request, signal) : deps.approvals.ask(conversationId, request, signal));
  } finally {
    unsubscribe();
  }
  if (answer === null) return cancelledVerdict();
  await remember(answer, request, asker, scope);
  if (answer.decision === 'allow') return null;
  if (answer.stop) scope.stopRun();
  return denied(ready.tool.name, answer);
}

function requestOf(
  { ready, facts, decision, asks }: Asked,
  preview: ApprovalPreview,
  { deps, settings: { folder } }: CallScope,
): ApprovalRequest {
  const { messageId, index, tool } = ready;
  const { rules, grave } = decision;
  return {
    approvalId: deps.ids.ulid(),
    messageId,
    index,
    toolName: tool.name,
    kind: tool.kind,
    preview,
    reason: toUserTextData(decision.reason),
    // A grave call is allowed once; only of a file outside of the folder a permission may name the very place.
    // No rule ends the questions of a hook.
    offers: asks !== null || (grave && !facts.paths) ? [] : offersFor(facts, folder, rules),
    ...(readsWouldPass(facts, folder, rules) ? { readsPass: true } : {}),
    ...(facts.sandboxable && !grave && decision.sandboxed === undefined ? { sandboxPass: true } : {}),
    ...(tool.server === undefined ? {} : { server: tool.server }),
    ...(grave ? { grave: grave.map((each) => toUserTextData(each)) } : {}),
    ...(decision.byItself || hidesSomething(preview) ? { byItself: true } : {}),
    askedAt: deps.clock.now().toISOString(),
  };
}

/** Answers a question that stands, where a rule about it was made meanwhile; a mode that was changed answers nothing. */
async function answerByRule(request: ApprovalRequest, { facts, asker, asks }: Asked, scope: CallScope): Promise<void> {
  const { permissions, approvals } = scope.deps;
  const { action, reason, ruleIds } = askedByHook(await decideByRules(facts, asker, scope), asks);
  if (action === 'ask' || ruleIds.length === 0) return;
  const answered = approvals.answer(asker.conversationId, request.approvalId, {
    decision: action,
    remember: null,
    reason: action === 'deny' ? textOf(reason) : '',
    stop: false,
  });
  if (answered.ok) permissions.used(ruleIds);
}

/** Makes a rule of the answer, where the person wants that. It counts all the same, this once, when that fails. */
export async function remember(
  answer: ApprovalAnswer,
  request: ApprovalRequest,
  asker: Asker,
  { deps, settings }: Pick<CallScope, 'deps' | 'settings'>,
): Promise<void> {
  const offer = answer.remember && request.offers[answer.remember.offer];
  if (!answer.remember || !offer) return;
  const { conversationId } = asker;
  const { messageId } = asker.at(request);
  // A background command is one of this conversation, and so is a rule about it.
  const wanted = offer.match.process === undefined ? answer.remember.scope : 'conversation';
  const scopes: Record<typeof wanted, RuleScope> = {
    conversation: { type: 'conversation', conversationId },
    project: { type: 'project', projectId: settings.projectId },
    always: { type: 'always' },
  };
  const added = await deps.permissions.add({
    effect: answer.decision,
    match: offer.match,
    scope: scopes[wanted],
    origin: { type: 'answer', conversationId, messageId },
  });
  if (!added.ok) deps.reportStoreError(added.error);
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
