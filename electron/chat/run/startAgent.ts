// An agent: a separate conversation that works on a task for a call in another one. It has at most the model, folder
// and tools of the run that started it; its prompts appear in that call's box. It ends with that run.

import { blockTag } from '../../../shared/conversation/attachments.ts';
import { callsOf, type Message, textOf, type WaitedTime } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import { costsOf } from '../../conversation/costs.ts';
import { cleanTitle, titleFromText } from '../../conversation/title.ts';
import type { AgentDefinition } from '../../ports/customizations.ts';
import type { AgentReport, AgentRequest } from '../../ports/tool.ts';
import { type AgentParent, maxAgentDepth } from '../agentParent.ts';
import type { ChatDeps } from '../chatDeps.ts';
import type { RunOutcome } from '../chatToolLoop.ts';
import type { AgentStart, StartAgent } from '../runDeps.ts';
import { isStillTrusted, type RunOverrides, type RunSettings } from '../runSettings.ts';
import type { RunInput } from './startRun.ts';

/** Milliseconds: a server's model list may never arrive. */
const maxWait = 3000;

/** Maximum number of an agent's waits stored with the call that started it. */
const maxWaits = 1_000;

/** The parts of the run service that an agent needs. */
export interface AgentRuns {
  start(
    conversationId: string,
    beginning: RunInput,
    overrides: RunOverrides,
  ): Promise<Result<{ ended: Promise<RunOutcome> }>>;
  stop(conversationId: string): Promise<void>;
}

export function createStartAgent(
  deps: Pick<ChatDeps, 'agents' | 'background' | 'hub' | 'providers' | 'store'>,
  runs: AgentRuns,
): StartAgent {
  return async (from, request) => {
    const { conversationId: parentId, messageId, index, settings, signal } = from;
    const waits: WaitedTime[] = [];
    const defined = request.agent === null ? ok(null) : await definedAgent(deps, settings, request.agent);
    if (!defined.ok) return defined;
    const agent = defined.value;
    const parent = parentOf(from, request, agent, (time) => waits.push(time));
    if (!parent.ok) return parent;
    const { title } = parent.value;
    const made = await deps.store.createConversation(settings.projectId);
    if (!made.ok) return made;
    const { conversationId } = made.value;
    // It works where the starting run works, even if the conversation has been moved since.
    const { worktree } = settings;
    const named = await deps.store.updateMeta(conversationId, (meta) => ({
      ...meta,
      title,
      ...(worktree ? { worktree } : {}),
    }));
    if (!named.ok) return named;
    await from.onStarted(conversationId);
    if (signal.aborted) return fail('ENGINE_ABORTED', say`the user stopped the run before the agent started.`);
    const origin = { type: 'sub-agent', conversationId: parentId, messageId, index };
    const overrides: RunOverrides = {
      model: agent?.model ?? settings.model,
      // Options chosen for one model mean nothing to another.
      modelOptions: agent && agent.model !== settings.model ? {} : settings.modelOptions,
      ...(settings.approvalMode === null ? {} : { approvalMode: settings.approvalMode }),
      agent: parent.value,
      ...(settings.overLimit ? { overLimit: true } : {}),
    };
    const instructions = agent?.record ?? null;
    const begun = await runs.start(
      conversationId,
      { kind: 'task', text: request.task, words: instructions, origin },
      overrides,
    );
    if (!begun.ok) return begun;
    const stop = (): void => void runs.stop(conversationId);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const outcome = await begun.value.ended.finally(() => signal.removeEventListener('abort', stop));
    // Nobody continues its conversation, so its background commands end with it.
    await deps.background.endConversation(conversationId);
    const branch = await deps.store.readBranch(conversationId, 'whole');
    if (!branch.ok) return branch;
    const report = {
      conversationId,
      title,
      ...(agent ? { name: agent.name } : {}),
      ...(agent?.note ? { note: agent.note } : {}),
      ...reportOf(branch.value.messages, outcome),
    };
    return ok({ ...report, ...(waits.length > 0 ? { waits: waits.slice(0, maxWaits) } : {}) });
  };
}

/** Returns the agent's limits; TOOL_ARGS_INVALID names tools that it cannot have. */
function parentOf(
  from: AgentStart,
  { title, task, tools }: AgentRequest,
  defined: DefinedAgent | null,
  onWaited: AgentParent['onWaited'],
): Result<AgentParent> {
  const { conversationId, messageId, index, settings } = from;
  const depth = (settings.agent?.depth ?? 0) + 1;
  if (depth > maxAgentDepth) return fail('TOOL_NOT_AVAILABLE', say`an agent cannot start another agent.`);
  const toolNames = settings.offered
    .filter(({ kind }) => kind !== 'agent' || depth < maxAgentDepth)
    .map(({ name }) => name);
  const unknown = (tools ?? []).filter((name) => !toolNames.includes(name));
  if (unknown.length > 0) {
    const have = toolNames.join(', ') || 'none';
    return fail('TOOL_ARGS_INVALID', `tools: there is no ${unknown.join(', ')}. Available tools: ${have}.`);
  }
  const agentTitle = cleanTitle(title) || titleFromText(task) || 'Agent';
  const name = defined ? cleanTitle(`${defined.name}: ${agentTitle}`) : agentTitle;
  // An agent's prompts appear in the top-level conversation, where the user is.
  const promptCall = settings.agent ?? { conversationId, messageId, index };
  return ok({
    conversationId: promptCall.conversationId,
    messageId: promptCall.messageId,
    index: promptCall.index,
    title: name,
    name: defined?.name ?? null,
    tools: toolNames.filter((tool) => (tools === null || tools.includes(tool)) && mayHave(tool, defined)),
    depth,
    onWaited,
  });
}

/** It may read in full its own earlier results. */
function mayHave(tool: string, defined: DefinedAgent | null): boolean {
  return defined === null || tool === 'read_tool_result' || defined.mayHave(tool);
}

function reportOf(
  messages: readonly Message[],
  { end, error }: RunOutcome,
): Omit<AgentReport, 'conversationId' | 'title'> {
  const replies = messages.filter((message) => message.role === 'assistant' && message.partType === undefined);
  const used = messages.flatMap((message) => (message.role === 'assistant' && message.usage ? [message.usage] : []));
  const sum = (pick: (usage: (typeof used)[number]) => number | undefined): number =>
    used.reduce((total, usage) => total + (pick(usage) ?? 0), 0);
  const last = replies.findLast((message) => textOf(message).trim() !== '');
  return {
    end,
    error: error?.message ?? null,
    text: last ? textOf(last) : '',
    calls: replies.reduce((count, message) => count + callsOf(message).length, 0),
    turns: replies.length,
    usage: {
      inputTokens: sum((usage) => (usage.inputTokens ?? 0) + (usage.discarded?.inputTokens ?? 0)),
      outputTokens: sum((usage) => (usage.outputTokens ?? 0) + (usage.discarded?.outputTokens ?? 0)),
      ...costsOf(messages),
    },
  };
}

/**
 * Agents defined by files: the definition's text starts the agent's conversation, and its tools and model apply as far
 * as the starting conversation has them.
 */
interface DefinedAgent extends Pick<AgentDefinition, 'name' | 'mayHave'> {
  /** The first record of its conversation. */
  record: string;
  model: ModelRef;
  /** Settings that could not be applied, for the model that started it. */
  note: string | null;
}

type Deps = Pick<ChatDeps, 'agents' | 'providers' | 'store'>;

/** TOOL_ARGS_INVALID lists the available agents. */
async function definedAgent(deps: Deps, settings: RunSettings, named: string): Promise<Result<DefinedAgent>> {
  const trusted = await isStillTrusted(deps, settings);
  const agents = await deps.agents.agents({ folder: settings.folder, trusted });
  const definition = agents.find(({ name }) => name === named);
  if (!definition) {
    const names = agents.map(({ name }) => name).join(', ') || 'none';
    return fail('TOOL_ARGS_INVALID', say`agent: there is no agent named "${named}". Available agents: ${names}.`);
  }
  const { name, label, words: instructions, mayHave, left, model: wantedModel } = definition;
  const model = wantedModel === null ? settings.model : await modelNamed(deps, wantedModel, settings.model);
  const used = `${settings.model.provider}/${settings.model.model}`;
  const notes = [
    ...(model === null ? [`It was to use the model "${wantedModel}", which is not set up here; it used ${used}.`] : []),
    ...(left.length === 0 ? [] : [`Tools that its file names and that it did not get: ${left.join(', ')}.`]),
  ];
  const { text } = await deps.store.asKept(instructions);
  const tag = blockTag('text', text);
  const record = `[Agent]\nYou work here as the agent "${name}". The file ${label} says who that is:\n<${tag}>\n${text.trimEnd()}\n</${tag}>`;
  return ok({ name, mayHave, record, model: model ?? settings.model, note: notes.join(' ') || null });
}

/** `provider/model`, or a model of the same provider. Null: not found. */
async function modelNamed({ providers }: Deps, name: string, current: ModelRef): Promise<ModelRef | null> {
  if (name === current.model) return current;
  const at = name.indexOf('/');
  const named = at > 0 ? { provider: name.slice(0, at), model: name.slice(at + 1) } : null;
  if (named && named.model !== '' && (await providers.get(named.provider)).ok) return named;
  const models = await providers.models(current.provider, AbortSignal.timeout(maxWait));
  const has = models.ok && models.value.some(({ id }) => id === name);
  return has ? { provider: current.provider, model: name } : null;
}
