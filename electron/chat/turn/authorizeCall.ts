// Decides whether a call may run: by the rules, which may require asking the user. An answer may create a rule. Adding
// or removing a rule applies to the next call immediately, and answers waiting calls that it matches.

import type { ApprovalPreview, ApprovalRequest } from '../../../shared/conversation/event.ts';
import type { AllowedBy, CallRefusal } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result, sentenceFromThrown } from '../../../shared/core/errors.ts';
import { say, textOf, toUserTextData, type UserText } from '../../../shared/core/sentence.ts';
import { visibleText } from '../../../shared/core/visibleText.ts';
import {
  type ApprovalMode,
  type CallFacts,
  type Decision,
  decide,
  matchesOf,
  offersFor,
  openingsOf,
  type PermissionRule,
  type RuleScope,
  readsWouldPass,
  reasonTypeOf,
  rulesInScope,
} from '../../../shared/permission/permission.ts';
import { describeMatch } from '../../../shared/permission/ruleText.ts';
import type { SandboxOpening } from '../../ports/sandbox.ts';
import type { ToolContext } from '../../ports/tool.ts';
import type { ApprovalAnswer } from '../approvals.ts';
import { currentMode } from '../runSettings.ts';
import { type Asker, askerOf } from './approvalRouting.ts';
import type { CallHooks } from './callHooks.ts';
import { canceledVerdict, deniedVerdict, failedVerdict, ruleDenialVerdict, type Verdict } from './callResult.ts';
import type { CallScope, ReadyCall } from './callScope.ts';

export interface Authorization {
  /** Null: it may run. */
  refusal: Verdict | null;
  /** Set if it may only run sandboxed: what is open in there. Null: outside. */
  sandbox: SandboxOpening | null;
  /** Why it runs outside for lack of a sandbox. */
  without: UserText | null;
  /** How long it waited for the user, in milliseconds; null: not asked. */
  waitedMs: number | null;
  /** Null: they could not be determined. */
  facts: CallFacts | null;
  /** Null: it was not allowed. */
  allowed: AllowedBy | null;
}

type RuleDecision = Decision & { rules: PermissionRule[] };

/** The hooks of the call. */
interface AskingHooks extends Pick<CallHooks, 'asking'> {
  /** A reason to ask the user even if the rules allow it. */
  asks: string | null;
}

const noHooks: AskingHooks = { asks: null, asking: async () => null };

export async function authorizeCall(
  ready: ReadyCall,
  context: ToolContext,
  scope: CallScope,
  { asks, asking } = noHooks,
): Promise<Authorization> {
  const { tool } = ready;
  const { permissions, clock } = scope.deps;
  const facts = await factsOf(ready, context);
  const unasked = { sandbox: null, without: null, waitedMs: null, facts: facts.ok ? facts.value : null, allowed: null };
  if (!facts.ok) return { refusal: failedVerdict(facts.error), ...unasked };
  const asker = askerOf(scope.deps, scope.conversationId, scope.settings.agent);
  const decision = askedByHook(await decideByRules(facts.value, asker, scope), asks);
  permissions.used(decision.ruleIds);
  const without = decision.withoutSandbox ?? null;
  if (decision.action === 'allow') {
    return {
      refusal: null,
      ...unasked,
      sandbox: openingFor(decision),
      without,
      allowed: allowedBy(decision, facts.value, currentModeOf(asker, scope)),
    };
  }
  const denied = (by: RuleDecision): Verdict =>
    ruleDenialVerdict(tool.name, textOf(by.reason), deniedBy(by, currentModeOf(asker, scope)));
  if (decision.action === 'deny') return { refusal: denied(decision), ...unasked };
  const before = await ready.allowedBefore?.(facts.value, decision);
  if (before) {
    // A rule may have denied it in the meantime.
    const now = await decideByRules(facts.value, asker, scope);
    const refusal = now.action === 'deny' ? denied(now) : null;
    const allowed = refusal ? null : before;
    return { refusal, ...unasked, sandbox: openingFor(now), without: now.withoutSandbox ?? null, allowed };
  }
  const hookDenial = await asking();
  if (hookDenial) return { refusal: hookDenial, ...unasked };
  const askedAt = clock.elapsed();
  const { refusal, byRule } = await askPerson({ ready, facts: facts.value, decision, asker, context, asks }, scope);
  // If the mode changed meanwhile, the new one applies.
  const now = refusal ? null : await decideByRules(facts.value, asker, scope);
  const mode = currentModeOf(asker, scope);
  const hook = asks === null ? {} : { hook: asks };
  return {
    refusal,
    sandbox: now && openingFor(now),
    without: now?.withoutSandbox ?? null,
    waitedMs: Math.round(clock.elapsed() - askedAt),
    facts: facts.value,
    // A rule that the answer itself created does not count.
    allowed: now && (byRule ? allowedBy(now, facts.value, mode) : { by: 'user', mode, ...hook }),
  };
}

/** Who allowed it without asking the user. */
function allowedBy(decision: RuleDecision, { kind }: CallFacts, mode: ApprovalMode): AllowedBy {
  const rules = rulesUsed(decision);
  if (rules.length > 0) return { by: 'rule', mode, rules };
  if (decision.sandboxed !== undefined) return { by: 'sandbox', mode };
  return { by: kind === 'state' ? 'unneeded' : 'mode', mode };
}

function deniedBy(decision: RuleDecision, mode: ApprovalMode): Pick<CallRefusal, 'mode' | 'rules'> {
  const rules = rulesUsed(decision);
  return rules.length > 0 ? { mode, rules } : { mode };
}

function rulesUsed({ ruleIds, rules }: RuleDecision): string[] {
  return rules.filter(({ id }) => ruleIds.includes(id)).map(({ match }) => describeMatch(match));
}

function currentModeOf({ conversationId }: Asker, { deps, settings }: CallScope): ApprovalMode {
  return currentMode(deps, conversationId, settings);
}

/** A hook requires an individual prompt; if the call is asked about anyway, the hook's reason comes first. */
function askedByHook(decision: RuleDecision, asks: string | null): RuleDecision {
  if (asks === null || decision.action === 'deny') return decision;
  const why = say`One of your hooks wants you to decide: ${asks}`;
  const reason = decision.action === 'ask' ? say.all([why, decision.reason]) : why;
  return { ...decision, action: 'ask', byItself: true, reason };
}

/** Null: it runs outside. Read-only calls get nothing opened. */
function openingFor({ sandboxed, rules }: RuleDecision): SandboxOpening | null {
  if (sandboxed === undefined) return null;
  return sandboxed === 'read_only' ? { ...openingsOf([]), readOnly: true } : openingsOf(rules);
}

/** Returns what the call would do. If that is unknown, nothing is decided or run. */
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
    return fail(
      'TOOL_EXEC_FAILED',
      say`what ${tool.name} would do could not be determined: ${sentenceFromThrown(thrown)}`,
    );
  }
}

/** Decides by the current rules and mode of the conversation where the user would be asked. */
async function decideByRules(facts: CallFacts, asker: Asker, { deps, settings }: CallScope): Promise<RuleDecision> {
  const { conversationId } = asker;
  const { projectId, folder } = settings;
  const rules = rulesInScope(await deps.permissions.list(), { conversationId, projectId });
  return { ...decide({ mode: currentMode(deps, conversationId, settings), facts, rules, folder }), rules };
}

interface Asked {
  ready: ReadyCall;
  facts: CallFacts;
  decision: RuleDecision;
  asker: Asker;
  context: ToolContext;
  /** A hook's reason for asking the user. */
  asks: string | null;
}

/** `refusal` null: it may run. `byRule`: a rule that was created meanwhile answered. */
async function askPerson(pending: Asked, scope: CallScope): Promise<{ refusal: Verdict | null; byRule?: boolean }> {
  const { ready, context, asker } = pending;
  const { deps, conversationId, settings, signal } = scope;
  const preview = await ready.tool.preview(ready.args, context);
  // Impossible calls are not asked about: the model reads why.
  if (!preview.ok) return { refusal: failedVerdict(preview.error) };
  const request = requestOf(pending, preview.value, scope);
  const { agent } = settings;
  // The agent's own conversation shows that a call waits; it is answered where the agent was started.
  const visibleRequest = agent ? { ...request, agent: { conversationId, title: agent.title } } : request;
  deps.hub.publish(conversationId, { type: 'call.waiting', approval: visibleRequest });
  const unsubscribe = deps.permissions.onChange(() => void answerByRule(request, pending, scope));
  let answer: ApprovalAnswer | null;
  try {
    answer = await (agent ? asker.approval(request, signal) : deps.approvals.ask(conversationId, request, signal));
  } finally {
    unsubscribe();
  }
  if (answer === null) return { refusal: canceledVerdict() };
  ready.external?.answered(answer);
  await saveAnswerAsRule(answer, request, asker, scope);
  if (answer.decision === 'allow') return { refusal: null, byRule: answer.byRule === true };
  if (answer.stop) scope.stopRun();
  const { name } = ready.tool;
  if (!answer.byRule) return { refusal: deniedVerdict(name, answer) };
  const by = deniedBy(await decideByRules(pending.facts, asker, scope), currentModeOf(asker, scope));
  return { refusal: ruleDenialVerdict(name, answer.reason, by) };
}

function requestOf(
  { ready, facts, decision, asks }: Asked,
  preview: ApprovalPreview,
  { deps, settings: { folder } }: CallScope,
): ApprovalRequest {
  const { messageId, index, tool, external } = ready;
  const { rules, grave } = decision;
  const reasonType = reasonTypeOf(decision, facts);
  return {
    approvalId: deps.ids.ulid(),
    messageId,
    index,
    toolName: tool.name,
    kind: tool.kind,
    preview,
    reason: toUserTextData(decision.reason),
    ...(reasonType ? { reasonType } : {}),
    // A dangerous call is allowed once; only for a file outside the folder may a permission name the exact place. No
    // rule ends a hook's questions.
    offers: asks !== null || (grave && !facts.paths) ? [] : offersFor(facts, folder, rules),
    ...(readsWouldPass(facts, folder, rules) ? { readsPass: true } : {}),
    ...(facts.sandboxable && !grave && decision.sandboxed === undefined ? { sandboxPass: true } : {}),
    ...(tool.server === undefined ? {} : { server: tool.server }),
    ...(external ? { external: external.prompt } : {}),
    ...(grave ? { grave: grave.map((each) => toUserTextData(each)) } : {}),
    ...(decision.byItself || hidesSomething(preview) ? { byItself: true } : {}),
    askedAt: deps.clock.now().toISOString(),
  };
}

/** Answers an open prompt if a matching rule was created meanwhile; a mode change does not. */
async function answerByRule(request: ApprovalRequest, { facts, asker, asks }: Asked, scope: CallScope): Promise<void> {
  const { permissions, approvals } = scope.deps;
  const { action, reason, ruleIds } = askedByHook(await decideByRules(facts, asker, scope), asks);
  if (action === 'ask' || ruleIds.length === 0) return;
  const answered = approvals.answer(asker.conversationId, request.approvalId, {
    decision: action,
    remember: null,
    reason: action === 'deny' ? textOf(reason) : '',
    stop: false,
    byRule: true,
  });
  if (answered.ok) permissions.used(ruleIds);
}

/** Creates a rule from the answer if requested. If that fails, the answer still counts this once. */
export async function saveAnswerAsRule(
  answer: ApprovalAnswer,
  request: ApprovalRequest,
  asker: Asker,
  { deps, settings }: Pick<CallScope, 'deps' | 'settings'>,
): Promise<void> {
  const offer = answer.remember && request.offers[answer.remember.offer];
  if (!answer.remember || !offer) return;
  const { conversationId } = asker;
  const { messageId } = asker.at(request);
  // A background command belongs to this conversation, and so does a rule about it.
  const ruleScope = offer.match.process === undefined ? answer.remember.scope : 'conversation';
  const scopes: Record<typeof ruleScope, RuleScope> = {
    conversation: { type: 'conversation', conversationId },
    project: { type: 'project', projectId: settings.projectId },
    always: { type: 'always' },
  };
  const isAllowed = answer.decision === 'allow';
  for (const { begins, ...match } of matchesOf(offer, answer.remember.lengths)) {
    const added = await deps.permissions.add({
      effect: answer.decision,
      // A denial covers everything that begins like this anyway.
      match: isAllowed && begins ? { ...match, begins } : match,
      scope: scopes[ruleScope],
      origin: { type: 'answer', conversationId, messageId },
    });
    if (!added.ok) return deps.reportStoreError(added.error);
  }
}

/** With invisible characters the call requires an individual answer. */
function hidesSomething(preview: ApprovalPreview): boolean {
  const text =
    preview.type === 'command'
      ? `${preview.command}\n${preview.cwd}`
      : preview.type === 'diff'
        ? `${preview.path}\n${preview.diff}`
        : preview.text;
  return visibleText(text) !== text;
}
