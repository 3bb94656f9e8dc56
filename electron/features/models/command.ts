// throughline models.

import { defineCommand } from '../../host/terminal/command.ts';
import { checkModelChoice, flag, modelChoice } from '../../host/terminal/options.ts';

const { provider, baseUrl } = modelChoice;
export const models = defineCommand({
  name: 'models',
  usage: [
    {
      synopsis: 'models [PROVIDER | --provider WORD [--base-url URL]] [--json]',
      text: 'lists the models of all providers, or of one, with context size, tools, images and price',
    },
  ],
  options: { provider, baseUrl, json: flag },
  positionals: { min: 0, max: 1 },
  check({ positionals: [provider = ''], values }) {
    const both = provider !== '' && values.provider !== undefined;
    return checkModelChoice(values) ?? (both ? 'models takes PROVIDER or --provider, not both' : null);
  },
  run: async (terminal) => (await import('./modelsCommand.ts')).modelsCommand(terminal),
});
