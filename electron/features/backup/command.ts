// The commands that back up the data folder and restore it.

import { defineCommand } from '../../host/terminal/command.ts';
import { flag, nonBlank, positiveInteger } from '../../host/terminal/options.ts';

const recipient = nonBlank('--recipient needs public keys of age, separated by spaces');
const passphraseFile = nonBlank('--passphrase-file needs the name of a file');

export const backup = defineCommand({
  name: 'backup',
  usage: [
    {
      synopsis: [
        'backup FILE [--encrypt | --recipient KEYS] [--json]',
        'backup --to FOLDER [--keep N] [--encrypt | --recipient KEYS] [--json]',
      ],
      text: `writes all data into one verified file, or what is new into a folder (N backups stay there, 7 if not
given); --encrypt asks for a passphrase, --passphrase-file FILE reads it; --recipient is for keys of age`,
    },
  ],
  options: {
    to: nonBlank('--to needs a folder'),
    keep: positiveInteger,
    encrypt: flag,
    recipient,
    passphraseFile,
    json: flag,
  },
  positionals: { min: 0, max: 1 },
  check({ positionals, values }) {
    if ((positionals.length === 0) === (values.to === undefined)) return 'backup needs a FILE, or --to FOLDER';
    if (values.keep !== undefined && values.to === undefined) return '--keep needs --to';
    const asks = values.encrypt || values.passphraseFile !== undefined;
    return asks && values.recipient !== undefined ? 'Use a passphrase or --recipient, not both' : null;
  },
  run: async (terminal) => (await import('./backupCommand.ts')).backupCommand(terminal),
});

export const restore = defineCommand({
  name: 'restore',
  usage: [
    {
      synopsis: [
        'restore PATH [--dry-run] [--salvage] [--permissions] [--identity-file FILE] [--json]',
        'restore --discard',
      ],
      text: `restores a backup, or the newest in a folder; what is here stays and is merged. --dry-run only lists it;
--salvage restores what is intact in a damaged one; --permissions also takes what is allowed on the other machine;
--discard drops a restore that cannot be finished`,
    },
  ],
  options: {
    dryRun: flag,
    salvage: flag,
    permissions: flag,
    discard: flag,
    passphraseFile,
    identityFile: nonBlank('--identity-file needs the name of a file'),
    json: flag,
  },
  positionals: { min: 0, max: 1 },
  check({ positionals, values }) {
    if ((positionals.length === 0) === values.discard) return null;
    return values.discard
      ? '--discard takes no PATH'
      : 'restore needs the PATH of a backup or of a folder with backups';
  },
  run: async (terminal) => (await import('./restoreCommand.ts')).restoreCommand(terminal),
});
