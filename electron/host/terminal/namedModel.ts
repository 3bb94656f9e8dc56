// The provider and model that --provider, --base-url and --model name, or the agent that --agent names. Without them, the
// conversation's own apply.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { agentModelRef, externalAgentOf } from '../../../shared/features/externalAgents/externalAgent.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { ModelChoice } from './options.ts';
import type { Terminal } from './terminal.ts';

/** A line that may name a provider and a model. */
interface ModelLine {
  values: ModelChoice & { scenario?: string | undefined; agent?: string | undefined };
}

/** Returns its ID, or null if none is named. SETTINGS_INVALID means an unknown name or an invalid address: wrong usage. */
export async function resolveNamedProvider({ core, line }: Terminal<ModelLine>): Promise<Result<string | null>> {
  const { provider, baseUrl = null, scenario, agent } = line.values;
  if (agent !== undefined) return agentProvider({ core }, agent);
  if (scenario !== undefined) return core.providers.resolve('demo', null);
  return provider === undefined ? ok(null) : core.providers.resolve(provider, baseUrl);
}

/** `providerId`: from `resolveNamedProvider`. `currentModel`: the conversation's model. Returns null if nothing is named. */
export async function resolveNamedModel(
  { core, line }: Terminal<ModelLine>,
  providerId: string | null,
  currentModel: ModelRef | null,
): Promise<Result<ModelRef | null>> {
  const { model } = line.values;
  const agentId = providerId === null ? null : externalAgentOf({ provider: providerId });
  if (agentId !== null) return ok(agentModelRef(agentId));
  if (providerId === null) return model === undefined ? ok(null) : resolveModelText({ core }, model);
  if (model !== undefined) return ok({ provider: providerId, model });
  if (currentModel?.provider === providerId) return ok(currentModel);
  const usual = await core.providers.modelOf(providerId);
  return usual.ok ? ok({ provider: providerId, model: usual.value }) : usual;
}

async function agentProvider({ core }: Pick<Terminal, 'core'>, id: string): Promise<Result<string>> {
  const known = await core.externalAgents.find(id);
  if (known) return ok(agentModelRef(known.id).provider);
  return fail('SETTINGS_INVALID', `There is no agent named "${id}". See throughline agents`);
}

/** For a command about one conversation: the model its line names, else null. */
export async function resolveModelForConversation(
  terminal: Terminal<ModelLine>,
  conversationId: string,
): Promise<Result<ModelRef | null>> {
  const provider = await resolveNamedProvider(terminal);
  if (!provider.ok) return provider;
  const branch = provider.value === null ? null : await terminal.core.store.readBranch(conversationId, { tail: 1 });
  if (branch && !branch.ok) return branch;
  return resolveNamedModel(terminal, provider.value, branch?.value.meta.model ?? null);
}

/**
 * Reads `provider/model`, `agent:ID`, or a model of the default provider. An agent that does not exist is refused: its
 * name never reaches a provider as a model.
 */
export async function resolveModelText({ core }: Pick<Terminal, 'core'>, text: string): Promise<Result<ModelRef>> {
  const [first = '', ...rest] = text.split('/');
  const agentId = externalAgentOf({ provider: first });
  if (agentId !== null) {
    const provider = await agentProvider({ core }, agentId);
    if (!provider.ok) return provider;
    const ref = agentModelRef(agentId);
    if (rest.length === 0 || rest.join('/') === ref.model) return ok(ref);
    return fail('SETTINGS_INVALID', `"${text}": an agent chooses its own model. Name it as ${ref.provider}`);
  }
  const providers = await core.providers.list();
  if (rest.length > 0 && providers.some((provider) => provider.id === first)) {
    return ok({ provider: first, model: rest.join('/') });
  }
  const standard = await core.providers.defaultModel();
  return standard.ok ? ok({ provider: standard.value.provider, model: text }) : standard;
}
