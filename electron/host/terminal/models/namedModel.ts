// The provider and model that --provider, --base-url and --model name. Without them a conversation's own count.

import type { ModelRef } from '../../../../shared/conversation/event.ts';
import { ok, type Result } from '../../../../shared/errors.ts';
import type { Terminal } from '../terminal.ts';

/** Its id; null: none is named. SETTINGS_INVALID: a word or an address that is none, which is wrong usage. */
export async function namedProvider({ core, line }: Terminal): Promise<Result<string | null>> {
  const { provider, baseUrl = null, scenario } = line.values;
  if (scenario !== undefined) return core.providers.named('demo', null);
  return provider === undefined ? ok(null) : core.providers.named(provider, baseUrl);
}

/** `named`: of `namedProvider`. `own`: the conversation's. Null: nothing is named. */
export async function namedModel(
  { core, line }: Terminal,
  named: string | null,
  own: ModelRef | null,
): Promise<Result<ModelRef | null>> {
  const { model } = line.values;
  if (named === null) return model === undefined ? ok(null) : withoutProvider({ core }, model);
  if (model !== undefined) return ok({ provider: named, model });
  if (own?.provider === named) return ok(own);
  const usual = await core.providers.modelOf(named);
  return usual.ok ? ok({ provider: named, model: usual.value }) : usual;
}

/** For a command about one conversation: what its line names, else null. */
export async function modelOfLine(terminal: Terminal, conversationId: string): Promise<Result<ModelRef | null>> {
  const provider = await namedProvider(terminal);
  if (!provider.ok) return provider;
  const branch = provider.value === null ? null : await terminal.core.store.readBranch(conversationId, { tail: 1 });
  if (branch && !branch.ok) return branch;
  return namedModel(terminal, provider.value, branch?.value.meta.model ?? null);
}

/** `provider/model`, or a model of the provider that is used by default. */
async function withoutProvider({ core }: Pick<Terminal, 'core'>, text: string): Promise<Result<ModelRef>> {
  const [first = '', ...rest] = text.split('/');
  const providers = await core.providers.list();
  if (rest.length > 0 && providers.some((provider) => provider.id === first)) {
    return ok({ provider: first, model: rest.join('/') });
  }
  const standard = await core.providers.defaultModel();
  return standard.ok ? ok({ provider: standard.value.provider, model: text }) : standard;
}
