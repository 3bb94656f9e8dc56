// throughline sync.

import { defineCommand } from '../../host/terminal/command.ts';
import { flag, nonBlank, oneOf } from '../../host/terminal/options.ts';
import { checkStoreOptions, storeOptions } from './storeOptions.ts';

const actions = [
  'init',
  'status',
  'now',
  'fetch',
  'devices',
  'choose',
  'sessions',
  'continue',
  'projects',
  'skip',
  'include',
  'limit',
  'add',
  'join',
  'revoke',
  'follow',
  'phrase',
  'leave',
];
/** Of engine/documents.ts, which loads too much here. */
const parts = ['settings', 'presets', 'memory', 'rules', 'sessions'];
/** Kilobytes or megabytes. */
const amount = /^(?:none|[1-9]\d{0,8})$/;

export const sync = defineCommand({
  name: 'sync',
  usage: [
    {
      synopsis: [
        'sync init STORE [--name NAME]',
        'sync join CODE STORE [--name NAME]',
        'sync join --phrase STORE [--name NAME]',
      ],
      text: `keeps the conversations of several machines alike, encrypted, in a store of yours. init makes a space
and prints its recovery phrase; join adds this machine with a code from “sync add”, or with the phrase.
STORE is --folder PATH; --webdav URL --user NAME; or --s3 URL --bucket NAME [--region NAME] --user KEY,
and [--prefix NAME]. The password or secret key is asked; --secret-file FILE reads it`,
    },
    {
      synopsis: [
        'sync [status|now|devices|add|phrase] [--json]',
        'sync fetch --all',
        'sync choose PARTS',
        'sync [sessions [--json]|continue SESSION]',
        'sync [projects|skip PROJECT|include PROJECT]',
        'sync limit [KILOBYTES] [--largest-file MB] [--metered WHAT] [--files WHICH]',
        'sync revoke DEVICE',
        'sync follow',
        'sync leave [--here]',
      ],
      text: `shows the state; syncs once; lists the machines; shows a code that adds one; prints the recovery phrase.
fetch --all fetches every conversation, attachment and full result now; it can be stopped and run again.
choose says which of settings, presets, memory, rules and sessions also sync, separated by commas, or none;
“sessions” are those of other apps that Throughline reads in place here. sessions lists those of the other machines;
continue copies one as a conversation of yours.
projects lists the projects that sync; skip leaves one out on this machine, by its name or ID, and include takes
it back: “none” is for chats without a folder. limit keeps transfers within so many kilobytes per second, or none; --largest-file leaves larger attachments and
results on this machine, or none; --metered wait or sync decides for an open window on a metered connection, and
--files opened or all which attachments and full results it fetches.
revoke moves to a new space without that machine, and follow does so on the others. leave removes what this
machine has stored, or only its keys with --here; its conversations stay`,
    },
  ],
  options: {
    ...storeOptions,
    name: nonBlank('--name needs a name for this machine'),
    largestFile: nonBlank('--largest-file needs megabytes, or none'),
    metered: oneOf(['wait', 'sync'], 'wait or sync'),
    files: oneOf(['opened', 'all'], 'opened or all'),
    phrase: flag,
    here: flag,
    all: flag,
    json: flag,
  },
  positionals: { min: 0, max: 2 },
  check({ positionals, values }) {
    const [action = 'status', argument] = positionals;
    if (!actions.includes(action)) return `sync takes ${actions.join(', ')}, not “${action}”`;
    const isSetUp = action === 'init' || action === 'join';
    if (!isSetUp && values.name) return `sync ${action} takes no name: only init and join do`;
    const problem = checkStoreOptions(values, `sync ${action}`, isSetUp);
    if (problem !== null) return problem;
    if (values.phrase && action !== 'join') return '--phrase belongs to sync join';
    if (values.all !== (action === 'fetch'))
      return values.all ? '--all belongs to sync fetch' : 'sync fetch needs --all';
    if (values.here && action !== 'leave') return '--here belongs to sync leave';
    if (action === 'choose' && !argument?.split(',').every((part) => part === 'none' || parts.includes(part))) {
      return `sync choose needs any of ${parts.join(', ')}, or none`;
    }
    const limits = [values.largestFile, values.metered, values.files].filter((value) => value !== undefined).length;
    if (limits > 0 && action !== 'limit') return '--largest-file, --metered and --files belong to sync limit';
    if (values.largestFile && !amount.test(values.largestFile)) return '--largest-file needs megabytes, or none';
    if (action === 'limit' && !(argument === undefined ? limits > 0 : amount.test(argument))) {
      return 'sync limit needs kilobytes per second, or none';
    }
    const needsArgument =
      (action === 'limit' && argument !== undefined) ||
      ['revoke', 'choose', 'skip', 'include', 'continue'].includes(action) ||
      (action === 'join' && !values.phrase);
    if (needsArgument && !argument)
      return action === 'revoke' ? 'sync revoke needs a DEVICE' : 'sync join needs a CODE, or --phrase';
    return !needsArgument && argument ? `sync ${action} takes no “${argument}”` : null;
  },
  run: async (terminal) => (await import('./syncCommand.ts')).syncCommand(terminal),
});
