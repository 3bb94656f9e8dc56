// The settings of a run: model, folder and limits, fixed at the start, and the tools, which may change during it.

import { ok, type Result } from '../../shared/core/errors.ts';
import type { UserText } from '../../shared/core/sentence.ts';
import { modelKey } from '../../shared/features/models/modelInfo.ts';
import type { ModelOptions, ModelRef } from '../../shared/features/models/modelOptions.ts';
import type { ApprovalMode } from '../../shared/permission/permission.ts';
import type { ConversationMeta } from '../conversation/formats.ts';
import type { Provider } from '../ports/provider.ts';
import type { StoredBranch } from '../ports/store.ts';
import type { Tool } from '../ports/tool.ts';
import type { ToolScope } from '../ports/toolSource.ts';
import { type AgentParent, withinReach } from './agentParent.ts';
import type { ChatDeps } from './chatDeps.ts';
import { toolsInMode } from './planMode.ts';
import { type PresetLimits, presetLimits, serversOf, toolsInPreset } from './presetLimits.ts';

/** What a run is made with; fixed for its length, but for the tools: those are asked for again before each request. */
export interface RunSettings {
  model: ModelRef;
  provider: Provider;
  /** Tokens, where the provider wants to be told of them with each request: the same number as the meter's. */
  contextWindow?: number | undefined;
  /** How the model is to answer; it may be changed between two runs and not within one. */
  modelOptions: ModelOptions;
  folder: string | null;
  projectFolder: string | null;
  /** Whose folder it is, where it is not the project's. */
  worktree: ConversationMeta['worktree'];
  /** Whether the person trusts what the folder's own files say. */
  trusted: boolean;
  projectId: string;
  offered: readonly Tool[];
  /** Everything that has a name, offered or not. */
  known: readonly Tool[];
  /** Names of tools that the person switched off. */
  switchedOff: readonly string[];
  /** What the conversation's preset limits; null: it has none, or that limits nothing. */
  preset: PresetLimits | null;
  /** Names of tools that it leaves out. */
  leftOut: readonly string[];
  /** What is missing of the tools and why, as sentences for people. */
  problems: readonly UserText[];
  /** The MCP server of which a tool must be used in each turn; null: none. */
  requiredServer: string | null;
  maxTurns: number;
  idleTimeoutMs: number;
  /** Of this run only, above the conversation's and the settings'. */
  approvalMode: ApprovalMode | null;
  /** The mode that is in force: of the conversation in which a person would be asked. */
  mode: ApprovalMode;
  /** Set when an agent works here: the call that started it. */
  agent: AgentParent | null;
  /** The person let this run spend more than the limits. */
  overLimit: boolean;
}

export interface RunOverrides {
  model?: ModelRef;
  /** Above the conversation's own, one by one, and kept with it as the model is. */
  modelOptions?: ModelOptions;
  approvalMode?: ApprovalMode;
  /** Nothing is sent: the request is only shown. */
  preview?: boolean;
  /** No tool will run: it does without the conversation's worktree. */
  lookOnly?: boolean;
  /** Servers are started for their tools now, and waited for; else that is left to the run's first request. */
  startServers?: boolean;
  /** What is queued stays so until the first reply: the run begins at another place than the one it was written for. */
  leaveQueue?: boolean;
  agent?: AgentParent;
  /** The run asks about no limit of what is spent. */
  overLimit?: boolean;
}

export async function runSettings(
  deps: Pick<ChatDeps, 'hub' | 'presets' | 'providers' | 'settings' | 'store' | 'toolSource'>,
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
  const own = branch.meta.modelOptions ?? settings.modelOptions[modelKey(model)] ?? {};
  const made: RunSettings = {
    ...chosen.value,
    ...(window ? { contextWindow: window.tokens } : {}),
    modelOptions: { ...own, ...overrides.modelOptions },
    projectId,
    folder,
    worktree: branch.meta.worktree,
    projectFolder: place.ok ? place.value.project.folder : null,
    trusted,
    offered: [],
    known: [],
    switchedOff: [],
    preset: await presetLimits(deps, branch, { folder, trusted }),
    leftOut: [],
    problems: [],
    requiredServer: branch.meta.requiredServer,
    maxTurns: settings.maxTurns,
    idleTimeoutMs: settings.idleTimeoutSeconds * 1000,
    approvalMode: overrides.approvalMode ?? null,
    mode: branch.meta.approvalMode ?? settings.approvalMode,
    agent: overrides.agent ?? null,
    overLimit: overrides.overLimit ?? false,
  };
  return ok(await withTools(deps, conversationId, made, overrides.startServers ?? false));
}

/** The same with the tools that there are now. `start`: servers are started for them and waited for, some seconds at most. */
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
  const found = toolsInPreset(await deps.toolSource.toolsFor(scope), preset, requiredServer);
  const mode = modeNow(deps, conversationId, settings);
  const inReach = agent ? withinReach(found.offered, agent) : found.offered;
  return { ...settings, ...found, mode, offered: toolsInMode(inReach, mode, agent !== null) };
}

/** A person may withdraw it during a run. */
export async function isStillTrusted(
  { store }: Pick<ChatDeps, 'store'>,
  { projectId, trusted }: Pick<RunSettings, 'projectId' | 'trusted'>,
): Promise<boolean> {
  if (!trusted) return false;
  const project = await store.getProject(projectId);
  return project.ok && project.value.trusted;
}

/** It may change during a run. */
export function modeNow(
  { hub }: Pick<ChatDeps, 'hub'>,
  conversationId: string,
  { approvalMode, agent, mode }: Pick<RunSettings, 'approvalMode' | 'agent' | 'mode'>,
): ApprovalMode {
  return approvalMode ?? hub.peek(agent?.conversationId ?? conversationId)?.approvalMode ?? mode;
}

/**
 * The wanted model, else the default one. A conversation whose provider is no longer set up is not sent anywhere else: that
 * is an error, and only a preview, which sends nothing, takes the default instead.
 */
async function chooseModel(
  deps: Pick<ChatDeps, 'providers'>,
  wanted: ModelRef | null,
  preview: boolean,
): Promise<Result<{ model: ModelRef; provider: Provider }>> {
  if (wanted) {
    const provider = await deps.providers.get(wanted.provider);
    if (provider.ok) return ok({ model: wanted, provider: provider.value });
    if (!preview || provider.error.code !== 'PROVIDER_NOT_FOUND') return provider;
  }
  const model = await deps.providers.defaultModel();
  if (!model.ok) return model;
  const provider = await deps.providers.get(model.value.provider);
  return provider.ok ? ok({ model: wanted ?? model.value, provider: provider.value }) : provider;
}
