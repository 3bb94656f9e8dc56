// A run's settings: model, folder and limits, fixed at the start, and the tools, which may change during it.

import { ok, type Result } from '../../shared/core/errors.ts';
import type { UserText } from '../../shared/core/sentence.ts';
import { externalAgentOf } from '../../shared/features/externalAgents/externalAgent.ts';
import { modelKey } from '../../shared/features/models/modelInfo.ts';
import type { ModelOptions, ModelRef } from '../../shared/features/models/modelOptions.ts';
import type { ApprovalMode } from '../../shared/permission/permission.ts';
import type { ConversationMeta } from '../conversation/formats.ts';
import type { Provider } from '../ports/provider.ts';
import type { StoredBranch } from '../ports/store.ts';
import type { Tool } from '../ports/tool.ts';
import type { ToolScope } from '../ports/toolSource.ts';
import { type AgentParent, toolsForAgent } from './agentParent.ts';
import type { ChatDeps } from './chatDeps.ts';
import { createAgentProvider } from './externalAgent/agentProvider.ts';
import { applyToolLimits, serversOf, type ToolLimits, toolsInMode } from './toolLimits.ts';

/** Fixed for a run, except the tools: those are looked up before each request. */
export interface RunSettings {
  model: ModelRef;
  /** For an external agent, one that refuses every request. */
  provider: Provider;
  /** The external agent that answers instead of a model; null: a model. */
  external: string | null;
  /** In tokens, for providers that require it with each request: the same number as the meter's. */
  contextWindow?: number | undefined;
  /** How the model should answer; changes apply to the next run. */
  modelOptions: ModelOptions;
  folder: string | null;
  projectFolder: string | null;
  /** The worktree that the folder belongs to, if it is not the project's. */
  worktree: ConversationMeta['worktree'];
  /** Whether the user trusts the folder's own files. */
  trusted: boolean;
  projectId: string;
  offered: readonly Tool[];
  /** All tools, offered or not. */
  knownTools: readonly Tool[];
  /** Names of tools that the user disabled. */
  switchedOff: readonly string[];
  /** Limits of the conversation's preset; null: none. */
  preset: ToolLimits | null;
  /** Names of tools that it excludes. */
  leftOut: readonly string[];
  /** Which tools are missing and why, as sentences for the user. */
  problems: readonly UserText[];
  /** The MCP server that each turn must use a tool of; null: none. */
  requiredServer: string | null;
  maxTurns: number;
  idleTimeoutMs: number;
  /** Longest total wait for the retries of one model call. */
  maxRetryWaitMs: number;
  /** Continues when the model stays unavailable; null: none. */
  fallbackModel: ModelRef | null;
  /** For this run only; overrides the conversation's and the settings'. */
  approvalMode: ApprovalMode | null;
  /** The current mode, from the conversation where the user would be asked. */
  mode: ApprovalMode;
  /** For an agent: the call that started it. */
  agent: AgentParent | null;
  /** The user allowed this run to exceed the spending limits. */
  overLimit: boolean;
}

export interface RunOverrides {
  model?: ModelRef;
  /** Overrides the conversation's options individually, and is stored with it like the model. */
  modelOptions?: ModelOptions;
  approvalMode?: ApprovalMode;
  /** Only for a preview: nothing is sent. */
  preview?: boolean;
  /** No tool will run, so the conversation's worktree is not needed. */
  lookOnly?: boolean;
  /** Starts servers for their tools now, and waits; otherwise the run's first request does. */
  startServers?: boolean;
  /** Leaves queued messages until after the first reply: the run starts elsewhere than they were written for. */
  leaveQueue?: boolean;
  /** The origin of the message that the run starts with, if the user did not write it. */
  origin?: Record<string, unknown>;
  agent?: AgentParent;
  /** The run ignores spending limits. */
  overLimit?: boolean;
}

export async function runSettings(
  deps: Pick<ChatDeps, 'hub' | 'providers' | 'settings' | 'store' | 'toolLimits' | 'toolSource'>,
  branch: StoredBranch,
  overrides: RunOverrides,
): Promise<Result<RunSettings>> {
  const settings = await deps.settings();
  const place = await deps.store.workingFolder(branch);
  const missing = place.ok ? place.value.missing : null;
  if (missing?.code === 'WORKTREE_GONE' && !overrides.lookOnly) return { ok: false, error: missing };
  const folder = place.ok ? place.value.folder : null;
  const chosen = await chooseModel(deps, overrides.model ?? branch.meta.model, overrides.preview ?? false);
  if (!chosen.ok) return chosen;
  const { conversationId, projectId } = branch;
  const trusted = place.ok && place.value.project.trusted;
  const { model, provider } = chosen.value;
  const window = provider.needsContextWindow ? await deps.providers.contextWindow(model) : null;
  const stored = branch.meta.modelOptions ?? settings.modelOptions[modelKey(model)] ?? {};
  const made: RunSettings = {
    ...chosen.value,
    ...(window ? { contextWindow: window.tokens } : {}),
    modelOptions: { ...stored, ...overrides.modelOptions },
    projectId,
    folder,
    worktree: branch.meta.worktree,
    projectFolder: place.ok ? place.value.project.folder : null,
    trusted,
    offered: [],
    knownTools: [],
    switchedOff: [],
    preset: await deps.toolLimits(branch.meta, { folder, trusted }),
    leftOut: [],
    problems: [],
    requiredServer: branch.meta.requiredServer,
    maxTurns: settings.maxTurns,
    idleTimeoutMs: settings.idleTimeoutSeconds * 1000,
    maxRetryWaitMs: settings.retryMinutes * 60_000,
    fallbackModel: settings.fallbackModel,
    approvalMode: overrides.approvalMode ?? null,
    mode: branch.meta.approvalMode ?? settings.approvalMode,
    agent: overrides.agent ?? null,
    overLimit: overrides.overLimit ?? false,
  };
  return ok(await withTools(deps, conversationId, made, overrides.startServers ?? false));
}

/** Adds the current tools. `start`: starts their servers and waits some seconds at most. */
export async function withTools(
  deps: Pick<ChatDeps, 'hub' | 'toolSource'>,
  conversationId: string,
  settings: RunSettings,
  start: boolean,
  waiting?: ToolScope['waiting'],
): Promise<RunSettings> {
  const { projectId, folder, projectFolder, trusted, agent } = settings;
  const { preset, requiredServer } = settings;
  const scope = {
    ...{ conversationId, projectId, folder, projectFolder, trusted, start },
    ...serversOf(preset, requiredServer),
    ...(waiting ? { waiting } : {}),
  };
  const offered = applyToolLimits(await deps.toolSource.toolsFor(scope), preset, requiredServer);
  const mode = currentMode(deps, conversationId, settings);
  const inReach = agent ? toolsForAgent(offered.offered, agent) : offered.offered;
  return { ...settings, ...offered, mode, offered: toolsInMode(inReach, mode, agent !== null) };
}

/** The user may withdraw trust during a run. */
export async function isStillTrusted(
  { store }: Pick<ChatDeps, 'store'>,
  { projectId, trusted }: Pick<RunSettings, 'projectId' | 'trusted'>,
): Promise<boolean> {
  if (!trusted) return false;
  const project = await store.getProject(projectId);
  return project.ok && project.value.trusted;
}

/** It may change during a run. */
export function currentMode(
  { hub }: Pick<ChatDeps, 'hub'>,
  conversationId: string,
  { approvalMode, agent, mode }: Pick<RunSettings, 'approvalMode' | 'agent' | 'mode'>,
): ApprovalMode {
  return approvalMode ?? hub.peek(agent?.conversationId ?? conversationId)?.approvalMode ?? mode;
}

/**
 * Returns the requested model, else the default. A conversation whose provider is no longer configured is not sent
 * anywhere else: that is an error, and only a preview uses the default instead.
 */
async function chooseModel(
  deps: Pick<ChatDeps, 'providers'>,
  requested: ModelRef | null,
  preview: boolean,
): Promise<Result<Pick<RunSettings, 'model' | 'provider' | 'external'>>> {
  const external = externalAgentOf(requested);
  if (requested && external !== null) {
    return ok({ model: requested, provider: createAgentProvider(requested.provider), external });
  }
  if (requested) {
    const provider = await deps.providers.get(requested.provider);
    if (provider.ok) return ok({ model: requested, provider: provider.value, external: null });
    if (!preview || provider.error.code !== 'PROVIDER_NOT_FOUND') return provider;
  }
  const model = await deps.providers.defaultModel();
  if (!model.ok) return model;
  const provider = await deps.providers.get(model.value.provider);
  if (!provider.ok) return provider;
  return ok({ model: requested ?? model.value, provider: provider.value, external: null });
}
