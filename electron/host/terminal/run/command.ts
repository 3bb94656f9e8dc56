// throughline run and record, which run one turn in the terminal, and their scenario files.

import { providerNames } from '../../../lib/providerNames.ts';
import { defineCommand } from '../command.ts';
import { out, required, text } from '../options.ts';
import { checkTurn, onceOptions, type TurnLine } from './turnOptions.ts';

const providers = providerNames()
  .join(', ')
  .replaceAll(/(.{1,88})(?: |$)/g, '$1\n')
  .trimEnd();

export const run = defineCommand({
  name: 'run',
  usage: [
    {
      synopsis: [
        'run [-p TEXT | -p -] [--resume [ID] | --continue | --worktree] [--provider WORD [--base-url URL]] [--model M] [--approve MODE]',
        '[--output text|json|stream-json] [--effort LEVEL] [--max-output N] [--temperature T]',
        '[--preset NAME] [--agent ID] [--take-over | --from-here]',
      ],
      text: `runs one turn in the terminal. --continue uses the project's latest conversation; --resume
without an ID lets you pick one. If that runs on another of your machines, --take-over ends it
there first, and --from-here continues from what is here. With either and no -p, an interrupted or failed turn
continues where it stopped. -p -, a bare -p, or no -p in a new conversation reads the
message from standard input: UTF-8 or UTF-16 text, or JSON {"prompt": TEXT, "attachments": [FILE, …]}.
Answer approvals with y (once), c, p or a (always in this conversation, in this project
or everywhere), n, or n and a reason for the model. MODE is what runs without asking:
ask (nothing), read, edit (and read), sandbox (and commands, in the sandbox), all
(dangerous), or plan (read only). LEVEL is how much the model thinks, from
none to max; N is the maximum tokens per reply. Options a model does not support are not sent.
WORD is a provider from Settings, or one of
${providers}.
Its key and address come from the environment, such as ANTHROPIC_API_KEY and
ANTHROPIC_BASE_URL. --base-url is another address with the same API.
NAME is a preset for the whole conversation: it sets model, options and mode, which the
other options then override. none removes it. ID is an agent that answers in place of
a model; see throughline agents`,
    },
    {
      synopsis: 'run --scenario FILE …',
      text: 'runs the demo model with a scenario file, in YAML or JSON',
    },
  ],
  options: { ...onceOptions, scenario: text },
  check: ({ values }) => checkTurn(values) ?? checkPrompt('run', values),
  runsTools: true,
  run: async (terminal) => (await import('./runCommand.ts')).runCommand(terminal),
});

export const record = defineCommand({
  name: 'record',
  usage: [
    {
      synopsis: 'record --out FILE [the options of run]',
      text: `runs one turn and records the model's requests and replies as a scenario file, with
keys masked. With --continue or --resume, records the whole conversation`,
    },
  ],
  options: { ...onceOptions, out: required(out, 'record needs --out FILE') },
  check: ({ values }) =>
    checkTurn(values) ??
    (values.agent === undefined
      ? checkPrompt('record', values)
      : 'record needs a model: an agent makes its own requests'),
  runsTools: true,
  records: true,
  run: async (terminal) => (await import('./recordCommand.ts')).recordCommand(terminal),
});

export const scenario = defineCommand({
  name: 'scenario',
  usage: [
    {
      synopsis: 'scenario FILE [--out FILE]',
      text: 'checks a scenario file; --out converts it to aimock fixtures, or such fixtures to a scenario',
    },
  ],
  options: { out },
  positionals: { min: 1, max: 1, needs: 'a FILE' },
  run: async (terminal) => (await import('./scenarioCommand.ts')).scenarioCommand(terminal),
});

function checkPrompt(name: string, { prompt }: TurnLine['values']): string | null {
  return prompt?.trim() === '' ? `${name} needs a message: -p "…"` : null;
}
