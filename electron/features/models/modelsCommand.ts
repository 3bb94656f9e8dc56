// throughline models: the configured providers, and their models with what is known about each. If one provider's list cannot
// be read, the reason is printed and the others are still listed.

import { type AppError, ok } from '../../../shared/core/errors.ts';
import { englishOnly } from '../../../shared/core/sentence.ts';
import type { ProviderInfo } from '../../../shared/features/models/methods.ts';
import type { ModelInfo } from '../../../shared/features/models/modelInfo.ts';
import type { ModelChoice } from '../../host/terminal/options.ts';
import { type ExitCode, firstPositional, type Line, reportError, type Terminal } from '../../host/terminal/terminal.ts';
import { visibleLine } from '../../host/terminal/terminalText.ts';

type ModelsLine = Line<Omit<ModelChoice, 'model'> & { json: boolean }>;

interface Listed {
  provider: ProviderInfo;
  models: ModelInfo[];
  error: Pick<AppError, 'code' | 'message'> | null;
}

export async function modelsCommand(terminal: Terminal<ModelsLine>): Promise<ExitCode> {
  const { core, line, signal } = terminal;
  const word = line.values.provider ?? firstPositional(terminal);
  const named = word === '' ? ok(null) : await core.providers.resolve(word, line.values.baseUrl ?? null);
  if (!named.ok) {
    reportError(terminal, named.error);
    return line.values.provider !== undefined && named.error.code === 'SETTINGS_INVALID' ? 2 : 1;
  }
  const all = await core.providers.list();
  const selected = named.value === null ? all : all.filter(({ id }) => id === named.value);
  const pendingLists = selected.map(async (provider): Promise<Listed> => {
    const models = await core.providers.models(provider.id, signal);
    return models.ok
      ? { provider, models: models.value, error: null }
      : { provider, models: [], error: { code: models.error.code, message: models.error.message } };
  });
  const lists: Listed[] = [];
  // Printed in order, each as soon as it and those before it have answered.
  for (const answer of pendingLists) {
    const answered = await answer;
    lists.push(answered);
    if (!line.values.json) tell(terminal, answered);
  }
  if (line.values.json) {
    const jsonLists = lists.map(({ provider: { id, name, kind, baseUrl }, models, error }) => {
      return { provider: id, name, kind, baseUrl, models, error };
    });
    terminal.out(`${JSON.stringify(jsonLists, englishOnly)}\n`);
  }
  return lists.every(({ error }) => error !== null) ? 1 : 0;
}

function tell(terminal: Terminal, { provider, models, error }: Listed): void {
  terminal.out(`${provider.id}  ${visibleLine(provider.name)}\n`);
  if (error) terminal.err(`  ${provider.id}: ${visibleLine(error.message)}\n`);
  else if (models.length === 0) terminal.out('  No models listed.\n');
  for (const model of models) terminal.out(`  ${visibleLine(model.id).padEnd(44)} ${factsOf(model)}\n`);
}

function factsOf({ contextWindow, tools, images, price, source }: ModelInfo): string {
  const facts = [
    contextWindow === undefined ? 'context unknown' : `${contextWindow.toLocaleString('en-US')} tokens`,
    ...(tools === undefined ? [] : [tools ? 'tools' : 'no tools']),
    ...(images ? ['images'] : []),
    price === undefined ? 'price unknown' : priceText(price),
    ...(source === 'catalogue' ? ['from the catalogue'] : []),
  ];
  return facts.join(', ');
}

function priceText({ input, output, by, date }: NonNullable<ModelInfo['price']>): string {
  if (by === 'local') return 'free';
  const from = by === undefined || by === 'server' ? '' : ` (${by}${date === undefined ? '' : ` of ${date}`})`;
  return `$${input} in, $${output} out${from}`;
}
