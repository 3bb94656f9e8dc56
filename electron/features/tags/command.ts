// throughline tag.

import { defineCommand } from '../../host/terminal/command.ts';
import { flag } from '../../host/terminal/options.ts';

const several = { min: 2, max: 100, needs: 'a conversation ID and a NAME' };

const forms = new Map([
  ['list', { min: 0, max: 0, needs: 'nothing else' }],
  ['add', several],
  ['remove', several],
  ['rename', { min: 2, max: 2, needs: 'OLD and NEW' }],
  ['delete', { min: 1, max: 1, needs: 'one NAME' }],
]);

export const tag = defineCommand({
  name: 'tag',
  usage: [
    { synopsis: 'tag [list] [--json]', text: 'lists the tags of all conversations, and how many have each' },
    { synopsis: ['tag add ID NAME…', 'tag remove ID NAME…'], text: 'adds tags to a conversation, or removes them' },
    {
      synopsis: ['tag rename OLD NEW', 'tag delete NAME'],
      text: 'renames a tag in every conversation, or removes it from all of them',
    },
  ],
  options: { json: flag },
  positionals: { min: 0, max: 100 },
  check: ({ positionals: [what = 'list', ...names] }) => {
    const form = forms.get(what);
    if (!form) return `tag does not know "${what}"; use ${[...forms.keys()].join(', ')}`;
    return names.length >= form.min && names.length <= form.max ? null : `tag ${what} needs ${form.needs}`;
  },
  run: async (terminal) => (await import('./tagCommand.ts')).tagCommand(terminal),
});
