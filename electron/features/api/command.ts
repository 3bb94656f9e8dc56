// throughline api.

import { scopes } from '../../../shared/features/api/operations.ts';
import { defineCommand } from '../../host/terminal/command.ts';
import { flag, listOf, positiveInteger } from '../../host/terminal/options.ts';

const forms = new Map([
  ['', { min: 0, max: 0, needs: 'nothing else' }],
  ['list', { min: 0, max: 0, needs: 'nothing else' }],
  ['add', { min: 1, max: 1, needs: 'a NAME' }],
  ['revoke', { min: 1, max: 1, needs: 'a NAME or ID' }],
]);

export const api = defineCommand({
  name: 'api',
  usage: [
    { synopsis: 'api [--json]', text: 'shows where the API for other apps answers, and its tokens' },
    {
      synopsis: ['api token add NAME --scopes LIST [--days N] [--json]'],
      text: `creates a token and prints it, once. Scopes: history:read, calls:read, runs:start,
runs:steer, approvals:answer, openai`,
    },
    { synopsis: ['api token list [--json]', 'api token revoke NAME'], text: 'lists the tokens, or revokes one' },
  ],
  options: { json: flag, scopes: listOf(scopes), days: positiveInteger },
  positionals: { min: 0, max: 3 },
  check({ positionals: [what, word = '', ...names], values: { scopes: chosen, days } }) {
    if (what !== undefined && what !== 'token') return `api does not know "${what}"; use token`;
    const form = what === 'token' && word === '' ? undefined : forms.get(word);
    if (!form) return `api token takes add, list or revoke`;
    if (names.length < form.min || names.length > form.max) return `api token ${word} needs ${form.needs}`;
    if (word === 'add' && chosen === undefined) return `api token add needs --scopes: ${scopes.join(', ')}`;
    if (word !== 'add' && (chosen !== undefined || days !== undefined)) return '--scopes and --days are for token add';
    return null;
  },
  run: async (terminal) => (await import('./apiCommand.ts')).apiCommand(terminal),
});
