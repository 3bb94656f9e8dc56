// English strings about language servers: the setting, and problems in a call's box.

import { counted } from '../../../core/words/wording.ts';

export const catalog = {
  use: 'Check changed files with language servers',
  useHint:
    'After a model changes a file in a trusted folder, the language server you have installed checks it, and the model sees the errors. Servers run in the sandbox: they can change nothing and have no network.',
  installed: 'Found on this computer',
  none: 'No language server that Throughline knows was found on your PATH.',
  noSandbox: 'There is no sandbox on this computer, so none is started.',
  problems: (errors: number, warnings: number): string =>
    [errors > 0 ? counted(errors, 'error', 'errors') : '', warnings > 0 ? counted(warnings, 'warning', 'warnings') : '']
      .filter(Boolean)
      .join(', ') || 'No problems',
  elsewhere: (count: number): string => counted(count, 'new error in other files', 'new errors in other files'),
  separator: ', ',
  by: (server: string) => `by ${server}`,
  severities: { error: 'Error', warning: 'Warning', information: 'Information', hint: 'Hint' },
  more: (count: number) => `${count} more`,
};
