// What a running tool can access: its folder, its signal, earlier results, the to-do list, and whom it may ask: the
// user (a form or permission), or the conversation's model.

import type { ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import { callsOf, type Message, type Todo } from '../../../shared/conversation/message.ts';
import { planFields, type QuestionField } from '../../../shared/conversation/question.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, toUserTextData } from '../../../shared/core/sentence.ts';
import { type ApprovalMode, approvalModes } from '../../../shared/permission/permission.ts';
import type { PlanAnswer, SideReply, SideRequest, ToolContext } from '../../ports/tool.ts';
import { readNamedResultPage } from '../context/namedResult.ts';
import { isStillTrusted } from '../runSettings.ts';
import { askerOf } from './approvalRouting.ts';
import type { CallScope } from './callScope.ts';
import { createSandboxAsker } from './openSandbox.ts';

/** Modes for carrying out a plan; the mode that never asks requires confirmation in the mode menu. */
const modes: readonly ApprovalMode[] = ['ask', 'reads', 'edits', 'sandbox'];
const maxPlanLength = 200_000;
const maxWordsLength = 20_000;

/** Callbacks for a running call. */
export interface CallListeners extends Pick<ToolContext, 'print' | 'onProcess'>, Partial<Pick<ToolContext, 'onTask'>> {
  /** Called once with the conversation of an agent that the call starts, before the agent starts. Awaited. */
  onAgent(conversationId: string): Promise<void>;
}

export function createToolContext(
  call: ToolContext['call'],
  { print, onProcess, onTask = async () => {}, onAgent }: CallListeners,
  scope: CallScope,
): ToolContext {
  const { conversationId, settings, signal, deps } = scope;
  const messages = deps.hub.peek(conversationId)?.messages ?? [];
  const place = { messageId: call.messageId, index: call.index };
  const onStarted = async (agentId: string): Promise<void> => {
    await onAgent(agentId);
    deps.hub.publish(conversationId, { type: 'call.agent', ...place, conversationId: agentId });
  };
  return {
    conversationId,
    projectId: settings.projectId,
    call,
    folder: settings.folder,
    isTrusted: () => isStillTrusted(deps, settings),
    signal,
    print,
    onProcess,
    onTask,
    progress: (progress) => deps.hub.publish(conversationId, { type: 'call.progress', ...place, progress }),
    runAgent: (request) => deps.startAgent({ conversationId, settings, signal, ...place, onStarted }, request),
    sandbox: null,
    presentPlan: (plan) => presentPlan(call, plan, scope),
    openSandbox: createSandboxAsker(call, calledTool(call, scope), scope),
    ...asking(call, scope),
    todos: lastTodos(messages),
    readResult: (reference, offset, limit) => readNamedResultPage(deps.store, conversationId, reference, offset, limit),
  };
}

function asking(call: ToolContext['call'], scope: CallScope): Pick<ToolContext, 'askPerson' | 'approve' | 'askModel'> {
  const { conversationId, settings, signal, deps } = scope;
  const asker = askerOf(deps, conversationId, settings.agent);
  const place = { messageId: call.messageId, index: call.index };
  const both = (until?: AbortSignal): AbortSignal => (until ? AbortSignal.any([signal, until]) : signal);
  return {
    askPerson(question, until) {
      const askedAt = deps.clock.now().toISOString();
      return asker.question({ ...question, ...place, questionId: deps.ids.ulid(), askedAt }, both(until));
    },

    // Asked every time: no rule is created from the answer, and none answers it.
    async approve(preview, reason, until) {
      const request = {
        approvalId: deps.ids.ulid(),
        ...place,
        ...calledTool(call, scope),
        preview,
        reason: toUserTextData(reason),
        offers: [],
        byItself: true as const,
        askedAt: deps.clock.now().toISOString(),
      };
      return (await asker.approval(request, both(until)))?.decision === 'allow';
    },

    askModel: (request, until) => askModel(request, scope, both(until)),
  };
}

/** Finds the call's tool from the call's record. */
function calledTool(call: ToolContext['call'], { conversationId, deps, settings }: CallScope) {
  const message = deps.hub.peek(conversationId)?.messages.find(({ id }) => id === call.messageId);
  const named = message?.role === 'assistant' ? callsOf(message)[call.index]?.function.name : undefined;
  const tool = settings.knownTools.find(({ name }) => name === named);
  const server = tool?.server === undefined ? {} : { server: tool.server };
  return { toolName: named ?? 'tool', kind: tool?.kind ?? ('mcp' as const), ...server };
}

/** One attempt, without tools or history. The answer is stored only through the tool's result. */
async function askModel(sideRequest: SideRequest, scope: CallScope, signal: AbortSignal): Promise<Result<SideReply>> {
  const { settings } = scope;
  const messages = sideRequest.messages.map(({ role, text }): ApiMessage => ({ role, content: text }));
  const room = settings.contextWindow === undefined ? {} : { contextWindow: settings.contextWindow };
  const { effort } = settings.modelOptions;
  const options = effort === undefined ? {} : { options: { effort } };
  const request = { model: settings.model.model, system: sideRequest.system, messages, tools: [], ...room, ...options };
  const fits = await settings.provider.check(request);
  if (!fits.ok) return fits;
  const outcome = await scope.deps.spending.request(scope, 'side', async (paid) => {
    const answer = await settings.provider.complete(request, {
      signal,
      idleTimeoutMs: settings.idleTimeoutMs,
      observer: { onText() {}, onReasoning() {}, onCall() {} },
    });
    if (answer.kind === 'reply') await paid('side', answer.reply.usage);
    return answer;
  });
  if (outcome.kind === 'aborted') return fail('CANCELLED', say`The run was stopped while waiting for the model.`);
  if (outcome.kind === 'failed') return fail(outcome.failure.code, outcome.failure.message);
  const { text, finishReason, model } = outcome.reply;
  return ok({ text, finishReason, model: model ?? settings.model.model });
}

function lastTodos(messages: readonly Message[]): readonly Todo[] {
  const last = messages.findLast((message) => message.role === 'tool' && message.details?.todos !== undefined);
  return last?.role === 'tool' ? (last.details?.todos?.after ?? []) : [];
}

type Plan = Parameters<ToolContext['presentPlan']>[0];

/** Shows a plan to the user and returns their answer; accepting it ends plan mode, if it can end, and sets the mode they chose. */
async function presentPlan(call: ToolContext['call'], plan: Plan, scope: CallScope): Promise<PlanAnswer> {
  const { conversationId, settings, signal, deps } = scope;
  const asker = askerOf(deps, conversationId, settings.agent);
  const { messageId, index } = call;
  // Compared answers that only read share a folder: accepting the plan of one must not let it change files there.
  const staysInPlanMode = deps.hub.compared.placeOf(asker.conversationId)?.edits === false;
  const offered = (await deps.sandboxStatus()).available ? modes : modes.filter((mode) => mode !== 'sandbox');
  const answer = await asker.question(
    {
      ...{ questionId: deps.ids.ulid(), messageId, index, from: { type: 'model' }, plan: true, message: plan.title },
      fields: fieldsOf(plan.text, staysInPlanMode ? [] : offered),
      askedAt: deps.clock.now().toISOString(),
    },
    signal,
  );
  if (answer.action !== 'accept') {
    return { answer: 'unanswered', nobody: answer.action === 'decline' && answer.nobody === true };
  }
  const { values } = answer;
  const text = String(values.plan ?? plan.text);
  const comment = String(values.words ?? '').trim();
  if (values.decision !== 'go_on') return { answer: 'sent_back', text, words: comment };
  if (staysInPlanMode) return { answer: 'accepted', text, mode: 'plan', words: comment };
  const mode = approvalModes.find((each) => each === values.mode) ?? 'ask';
  await choose(mode, asker.conversationId, scope);
  return { answer: 'accepted', text, mode, words: comment };
}

function fieldsOf(text: string, offered: readonly ApprovalMode[]): QuestionField[] {
  const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
  const [decision, plan, mode, words] = planFields;
  return [
    { name: decision, label: 'Decision', type: 'choice', options: options(['go_on', 'send_back']), required: true },
    { name: plan, label: 'Plan', type: 'long_text', default: text, required: true, maxLength: maxPlanLength },
    ...(offered.length > 0
      ? [
          {
            name: mode,
            label: 'Mode',
            type: 'choice' as const,
            options: options(offered),
            default: 'edits',
            required: false,
          },
        ]
      : []),
    { name: words, label: 'Words', type: 'long_text', required: false, maxLength: maxWordsLength },
  ];
}

async function choose(mode: ApprovalMode, conversationId: string, { deps }: CallScope): Promise<void> {
  const saved = await deps.store.updateMeta(conversationId, (meta) => ({ ...meta, approvalMode: mode }));
  const projectId = deps.hub.peek(conversationId)?.projectId;
  if (!saved.ok) return deps.reportStoreError(saved.error);
  if (projectId !== undefined) await deps.hub.publishMeta(conversationId, { projectId, meta: saved.value });
}
