// throughline export and result: conversations and results to files.

import { type ExportForm, exportForms } from '../../../shared/conversation/requestFormats.ts';
import { ok } from '../../../shared/core/errors.ts';
import { openInPrograms, type WrittenForm, writtenForms } from '../../../shared/features/import/otherApps.ts';
import { defineCommand, oneConversation } from '../../host/terminal/command.ts';
import { flag, out, type TextOption, usageError } from '../../host/terminal/options.ts';

const targets = [...exportForms, ...writtenForms] as const;

const to: TextOption<ExportForm | WrittenForm> = {
  type: 'string',
  read(options) {
    const target = targets.find((one) => one === options);
    if (target) return ok(target);
    return usageError(`export needs --to ${targets.join('|')}${options === undefined ? '' : `, not "${options}"`}`);
  },
};

export const exportConversation = defineCommand({
  name: 'export',
  usage: [
    {
      synopsis:
        'export ID --to markdown|json|html|claude-code|codex|opencode|chatgpt|messages|otlp [--out FILE] [--content]',
      text: `prints the open branch, or writes it to --out: as text, as a page to share, as a session for
another app, or as OpenTelemetry spans (with --content, including the content). Existing
files are never overwritten`,
    },
    {
      synopsis: 'export ID --to claude-code|codex|opencode --open [--yes]',
      text: `saves a copy where the other app finds it and prints the command that continues it there.
Shows the path and asks first; without a terminal, needs --yes`,
    },
  ],
  options: { to, out, content: flag, open: flag, yes: flag },
  positionals: oneConversation,
  check({ values }) {
    if (!values.open) return null;
    if (!openInPrograms.some((one) => one === values.to)) return `--open needs --to ${openInPrograms.join('|')}`;
    return values.out === undefined ? null : 'use either --open or --out';
  },
  printsExactly: true,
  printsAllOrNothing: true,
  run: async (terminal) => (await import('./exportCommand.ts')).exportCommand(terminal),
});

export const result = defineCommand({
  name: 'result',
  usage: [
    {
      synopsis: 'result ID CALL [--out FILE]',
      text: `prints the full result of a call, or writes it to --out. CALL is its @state/… path, its
call ID or the ID of its message. Existing files are never overwritten`,
    },
  ],
  options: { out },
  positionals: { min: 2, max: 2, needs: 'a conversation ID and a CALL' },
  printsExactly: true,
  printsAllOrNothing: true,
  run: async (terminal) => (await import('./exportCommand.ts')).resultCommand(terminal),
});
