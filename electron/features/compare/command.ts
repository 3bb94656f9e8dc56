// throughline compare.

import { defineCommand } from '../../host/terminal/command.ts';
import { approve, flag, text } from '../../host/terminal/options.ts';

export const compare = defineCommand({
  name: 'compare',
  usage: [
    {
      synopsis: 'compare MODEL MODEL [MODEL] -p TEXT [--resume ID] [--edit [--bring]] [--approve MODE] [--json]',
      text: `sends one message to two or three models at once and prints their answers. MODEL is
provider/model, a model of the default provider, or agent:ID (throughline agents lists them).
They only read, unless --edit gives each a worktree of its own, which agents need; --bring copies
uncommitted changes into it`,
    },
    { synopsis: 'compare show ID [--json]', text: 'prints the answers of the last compare in a conversation' },
    { synopsis: 'compare finish ID [--json]', text: 'starts or continues its answers that are not finished' },
    {
      synopsis: 'compare adopt ID N',
      text: 'continues with answer N: it becomes the open branch, and the others stay as branches',
    },
  ],
  options: { prompt: { ...text, short: 'p' }, resume: text, edit: flag, bring: flag, approve, json: flag },
  positionals: { min: 2, max: 3, needs: 'two or three models' },
  check({ values: { edit, bring, prompt, approve: mode }, positionals: [first = ''] }) {
    if (isAction(first)) return null;
    if (prompt === undefined || prompt.trim() === '') return 'compare needs a message: -p "…"';
    if (bring && !edit) return '--bring needs --edit';
    return mode !== undefined && !edit && mode !== 'plan'
      ? '--approve needs --edit: without it, answers only read'
      : null;
  },
  runsTools: true,
  run: async (terminal) => (await import('./compareCommand.ts')).compareCommand(terminal),
});

const actions = ['show', 'finish', 'adopt'];

function isAction(word: string): boolean {
  return actions.includes(word);
}
