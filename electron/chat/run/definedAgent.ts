// Agents defined by files: the definition's text starts the agent's conversation, and its tools and model apply as far
// as the starting conversation has them.

import { blockTag } from '../../../shared/conversation/attachments.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { AgentDefinition } from '../../ports/customizations.ts';
import type { ChatDeps } from '../chatDeps.ts';
import { isStillTrusted, type RunSettings } from '../runSettings.ts';

export interface DefinedAgent extends Pick<AgentDefinition, 'name' | 'mayHave'> {
  /** The first record of its conversation. */
  record: string;
  model: ModelRef;
  /** What could not be applied, for the model that started it. */
  note: string | null;
}

type Deps = Pick<ChatDeps, 'agents' | 'providers' | 'store'>;

/** TOOL_ARGS_INVALID lists the available agents. */
export async function definedAgent(deps: Deps, settings: RunSettings, named: string): Promise<Result<DefinedAgent>> {
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

/** Milliseconds: a server's model list may never arrive. */
const maxWait = 3000;

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
