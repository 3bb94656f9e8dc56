// Strings for diagnostics.

import { counted } from '../../../core/words/wording.ts';

export const catalog = {
  doctor: {
    title: 'Check this machine',
    intro: 'Looks for what keeps the app from working well. Nothing is changed.',
    network: 'Also contact my providers',
    networkHint: 'Checks the connection, certificates and the clock. No key and no text is sent.',
    run: 'Check',
    again: 'Check again',
    running: 'Checking…',
    fine: 'No problems found',
    problems: (count: number) => counted(count, 'problem', 'problems'),
    status: { problem: 'Problem', unknown: 'Not known', note: 'Note', ok: 'Fine' },
    passed: (count: number) => counted(count, 'check passed', 'checks passed'),
    fix: 'Fix',
    removeTitle: 'Remove this?',
    remove: 'Remove',
    removeOf: (finding: string) => `Remove: ${finding}`,
    fixOf: (finding: string) => `Fix: ${finding}`,
  },
  report: {
    title: 'Report a problem',
    intro:
      'Creates a text with the version, the system, the settings you changed, the check above, and the log. It contains no conversations, names, paths, addresses or keys. Read it, edit it, and send it yourself: the app sends nothing.',
    make: 'Create report',
    making: 'Creating…',
    text: 'Report',
    save: 'Save…',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'The report could not be copied. Select it and copy it yourself.',
  },
  logs: {
    title: 'Log files',
    amount: 'Write to the log files',
    amountHint: 'Entries have codes and times, never text from conversations.',
    amounts: { problems: 'Problems', all: 'Everything', off: 'Nothing' },
    folder: 'Folder',
    none: 'This process keeps no log.',
  },
};
