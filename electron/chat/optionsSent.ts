// Reports how chosen options are sent to a model, by comparing the provider's request bodies with and without an
// option: so the report always matches the request, whatever the provider makes of a choice.

import { ok, type Result } from '../../shared/core/errors.ts';
import type { ModelRef } from '../../shared/features/models/modelOptions.ts';
import {
  type Effort,
  efforts,
  type ModelAbilities,
  type ModelOptions,
  type ModelTakes,
  type OptionDeviations,
} from '../../shared/features/models/modelOptions.ts';
import type { ModelRequest, Provider, ProviderRegistry } from '../ports/provider.ts';

type Asked = Pick<Provider, 'abilities' | 'body'>;

export async function modelOptionSupport(
  providers: Pick<ProviderRegistry, 'get'>,
  { provider: id, model }: ModelRef,
  options: ModelOptions,
): Promise<Result<ModelTakes>> {
  const provider = await providers.get(id);
  if (!provider.ok) return provider;
  return ok({ ...abilitiesOf(provider.value, model), sent: optionsSent(provider.value, model, options) });
}

/** For a provider without information about its models. */
const everything: ModelAbilities = {
  efforts,
  temperature: true,
  maxOutputTokens: null,
  thinking: true,
  providerSearch: false,
};

/** Some models accept different options with tools than without, and nearly every request has tools. */
const anyTool: ModelRequest['tools'][number] = {
  type: 'function',
  function: { name: 'read_file', description: 'Reads a file.', parameters: { type: 'object', properties: {} } },
};

function bodyWith(provider: Asked, model: string, options: ModelOptions): string {
  const messages: ModelRequest['messages'] = [{ role: 'user', content: 'Hello' }];
  return JSON.stringify(provider.body({ model, system: '', messages, tools: [anyTool], options }));
}

/** `known` false: the model accepts every effort as is, including unlisted ones, so all can be chosen. */
function abilitiesOf(provider: Asked, model: string): { abilities: ModelAbilities; known: boolean } {
  const abilities = provider.abilities?.(model);
  if (!abilities) return { abilities: everything, known: false };
  const { efforts: named } = abilities;
  const bodies = new Set(efforts.map((effort) => bodyWith(provider, model, { effort })));
  const isKnown = named.length === 0 || bodies.size < efforts.length || named.length === efforts.length;
  return isKnown ? { abilities, known: isKnown } : { abilities: { ...abilities, efforts }, known: isKnown };
}

function optionsSent(provider: Asked, model: string, options: ModelOptions): OptionDeviations {
  const { abilities } = abilitiesOf(provider, model);
  const whole = bodyWith(provider, model, options);
  const isLeft = (name: keyof ModelOptions): boolean =>
    options[name] !== undefined && bodyWith(provider, model, { ...options, [name]: undefined }) === whole;
  const { effort, maxOutputTokens: most } = options;
  // If a model thinks only on request, “none” means omitting the option.
  const isSilence = effort === 'none' && abilities.efforts.includes('none');
  const left: OptionDeviations['left'] = [];
  if (isLeft('effort') && !isSilence) left.push('effort');
  if (isLeft('temperature')) left.push('temperature');
  const other = left.includes('effort') ? undefined : otherEffort(provider, model, options, whole, abilities.efforts);
  const longest = abilities.maxOutputTokens;
  return {
    left,
    instead: {
      ...(other === undefined || other === effort ? {} : { effort: other }),
      ...(most !== undefined && longest !== null && most > longest ? { maxOutputTokens: longest } : {}),
    },
  };
}

/** Returns the model's effort that yields the same body; undefined if none does. */
function otherEffort(
  provider: Asked,
  model: string,
  options: ModelOptions,
  whole: string,
  modelEfforts: readonly Effort[],
): Effort | undefined {
  if (options.effort === undefined || modelEfforts.includes(options.effort)) return undefined;
  return modelEfforts.find((effort) => bodyWith(provider, model, { ...options, effort }) === whole);
}
