// Commands, skills and prompts from files, called with `/`.

import { ok } from '../../../shared/core/errors.ts';
import type { SlashEntry } from '../../../shared/features/slash/slash.ts';
import type { SlashScope, SlashSource } from '../../ports/slash.ts';
import { callText } from './callText.ts';
import type { Definition } from './definition.ts';

/** `called` returns the callable definitions of a scope, with unique names. */
export function createFileSlash(called: (scope: SlashScope) => Promise<Definition[]>): SlashSource {
  async function find(scope: SlashScope, name: string): Promise<Definition | null> {
    return (await called(scope)).find((definition) => definition.name === name) ?? null;
  }

  return {
    list: async (scope) => ({ entries: (await called(scope)).map(entryOf), pending: [] }),

    async expand(scope, name, input) {
      const definition = await find(scope, name);
      if (definition === null) return null;
      const text = callText(definition, input);
      return text.ok ? ok({ text: text.value }) : text;
    },

    async complete(scope, name, { name: argument, text }) {
      const definition = await find(scope, name);
      if (definition === null) return null;
      const choices = definition.arguments.find((one) => one.name === argument)?.choices ?? [];
      const typed = text.toLowerCase();
      const begins = choices.filter((choice) => choice.toLowerCase().startsWith(typed));
      return [
        ...begins,
        ...choices.filter((choice) => !begins.includes(choice) && choice.toLowerCase().includes(typed)),
      ];
    },
  };
}

function entryOf({ name, kind, title, description, hint, arguments: given, folder, label }: Definition): SlashEntry {
  return {
    name,
    kind: kind === 'agent' ? 'command' : kind,
    description: description || title,
    hint,
    arguments: given,
    origin: { scope: folder.scope, label },
  };
}
