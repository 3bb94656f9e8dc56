// throughline export, import and result: conversations and results to files, and other apps' conversations.

import { type ExportForm, exportForms } from '../../../../shared/conversation/shownForms.ts';
import { ok } from '../../../../shared/core/errors.ts';
import {
  importPrograms,
  openInPrograms,
  type WrittenForm,
  writtenForms,
} from '../../../../shared/features/import/otherApps.ts';
import { defineCommand, oneConversation } from '../command.ts';
import { flag, oneOf, out, output, type TextOption, wrong } from '../options.ts';

const targets = [...exportForms, ...writtenForms] as const;

const to: TextOption<ExportForm | WrittenForm> = {
  type: 'string',
  read(given) {
    const target = targets.find((one) => one === given);
    if (target) return ok(target);
    return wrong(`export needs --to ${targets.join('|')}${given === undefined ? '' : `, not "${given}"`}`);
  },
};

export const exportConversation = defineCommand({
  name: 'export',
  usage: [
    {
      synopsis:
        'export ID --to markdown|json|html|claude-code|codex|opencode|chatgpt|messages|otlp [--out FILE] [--content]',
      text: `prints the open branch, or writes it to --out: to read, as a page to share, as a session of
another program, or as OpenTelemetry spans (with --content what was said, too). Existing
files are never overwritten`,
    },
    {
      synopsis: 'export ID --to claude-code|codex|opencode --open [--yes]',
      text: `puts a copy where that program finds it and prints the command that continues it there.
Shows the path and asks first; needs --yes without a terminal`,
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

export const importConversations = defineCommand({
  name: 'import',
  usage: [
    {
      synopsis: 'import PATH… [--as FORMAT] [--dry-run] [--output json]',
      text: `takes in conversations of other programs, from files and folders, each once. FORMAT is
told by the content where it is not given; --dry-run stores nothing`,
    },
  ],
  options: { output, as: oneOf(importPrograms), dryRun: flag, json: flag },
  positionals: { min: 1, max: 1_000, needs: 'the PATH of a file or folder' },
  run: async (terminal) => (await import('../interop/importCommand.ts')).importCommand(terminal),
});
