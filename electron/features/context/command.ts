// Commands about what the model receives: the next request, its context, and instructions and memory.

import { requestFormatNames } from '../../../shared/conversation/requestFormats.ts';
import { defineCommand, oneConversation } from '../../host/terminal/command.ts';
import { checkModelChoice, flag, modelChoice, oneOf, text } from '../../host/terminal/options.ts';

const forms = requestFormatNames.filter((form) => form !== 'provider');

export const request = defineCommand({
  name: 'request',
  usage: [
    {
      synopsis: 'request ID [-p TEXT] [--as FORMAT] [--provider WORD [--base-url URL]] [--model M]',
      text: `prints the exact body the next turn would send, to this or another provider, or in
another FORMAT: openai, responses, anthropic, gemini, ollama or mistral; changes nothing`,
    },
  ],
  options: {
    as: oneOf(forms, 'openai, responses, anthropic, gemini, ollama or mistral'),
    ...modelChoice,
    prompt: { ...text, short: 'p' },
  },
  positionals: oneConversation,
  check: ({ values }) => checkModelChoice(values),
  run: async (terminal) => (await import('./contextCommand.ts')).requestCommand(terminal),
});

export const context = defineCommand({
  name: 'context',
  usage: [
    {
      synopsis: 'context ID [--json] [--hide MESSAGE | --pin MESSAGE | --clear-marks MESSAGE]',
      text: `shows what the next request contains, by part and by largest item; or hides a message
or result from the model, pins it in the context, or clears both`,
    },
  ],
  options: { json: flag, hide: text, pin: text, clearMarks: text },
  positionals: oneConversation,
  check: ({ values: { hide, pin, clearMarks } }) =>
    [hide, pin, clearMarks].filter((value) => value !== undefined).length > 1
      ? 'use only one of --hide, --pin and --clear-marks'
      : null,
  run: async (terminal) => (await import('./contextCommand.ts')).contextCommand(terminal),
});

export const compact = defineCommand({
  name: 'compact',
  usage: [
    {
      synopsis: 'compact ID [--provider WORD [--base-url URL]] [--model M] [--json]',
      text: `compacts the context now: replaces old results with references, or summarizes everything
before the last turns`,
    },
  ],
  options: { json: flag, ...modelChoice },
  positionals: oneConversation,
  check: ({ values }) => checkModelChoice(values),
  run: async (terminal) => (await import('./contextCommand.ts')).compactCommand(terminal),
});

export const toldCommand = defineCommand({
  name: 'told',
  usage: [
    {
      synopsis: 'told ID [--json]',
      text: 'shows what the model sees besides messages (instructions, memory, tools), with sizes',
    },
  ],
  options: { json: flag },
  positionals: oneConversation,
  run: async (terminal) => (await import('./instructionsCommands.ts')).printModelInstructions(terminal),
});

export const memory = defineCommand({
  name: 'memory',
  usage: [
    {
      synopsis: 'memory [show | edit | path] [--all] [--json]',
      text: `prints the memory for all projects and for this one, opens one in your editor (VISUAL or
EDITOR), or prints its path; --all means the one for all projects`,
    },
  ],
  options: { all: flag, json: flag },
  positionals: { min: 0, max: 1 },
  run: async (terminal) => (await import('./instructionsCommands.ts')).memoryCommand(terminal),
});
