// The provider and model that --provider, --base-url and --model name. Without them, the conversation's own apply.

import { ok, type Result } from '../../../shared/core/errors.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { ModelChoice } from './options.ts';
import type { Terminal } from './terminal.ts';

/** A line that may name a provider and a model. */
interface ModelLine {
  values: ModelChoice & { scenario?: string | undefined };
}

/** Returns its ID, or null if none is named. SETTINGS_INVALID means an unknown name or an invalid address: wrong usage. */
export async function resolveNamedProvider({ core, line }: Terminal<ModelLine>): Promise<Result<string | null>> {
  const { provider, baseUrl = null, scenario } = line.values;
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
  if (providerId === null) return model === undefined ? ok(null) : withoutProvider({ core }, model);
  if (model !== undefined) return ok({ provider: providerId, model });
  if (currentModel?.provider === providerId) return ok(currentModel);
  const usual = await core.providers.modelOf(providerId);
  return usual.ok ? ok({ provider: providerId, model: usual.value }) : usual;
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

/** Reads `provider/model`, or a model of the default provider. */
async function withoutProvider({ core }: Pick<Terminal, 'core'>, text: string): Promise<Result<ModelRef>> {
  const [first = '', ...rest] = text.split('/');
  const providers = await core.providers.list();
  if (rest.length > 0 && providers.some((provider) => provider.id === first)) {
    return ok({ provider: first, model: rest.join('/') });
  }
  const standard = await core.providers.defaultModel();
  return standard.ok ? ok({ provider: standard.value.provider, model: text }) : standard;
}
