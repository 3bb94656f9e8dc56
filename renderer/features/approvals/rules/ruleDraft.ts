// A rule as it is made by hand, and what of it is a rule. Pure. The host checks again.

import type { RuleMatch } from '../../../../shared/permission/permission.ts';
import { lateStrings } from '../../../core/lateStrings.ts';
import { pageAddress } from '../../markdown/linkPolicy.ts';

const words = lateStrings.approvals.rules.form;

export type RuleKind = keyof typeof words.kinds;

export interface RuleDraft {
  kind: RuleKind;
  /** The words of the command, the path, the site, the tool or the server. */
  text: string;
  /** What is done with the files of a path. */
  pathTool: 'write_file' | 'edit_file' | 'read_file';
}

/** What has a meaning of its own for a shell: a rule is about the words of a command, never about its text. */
const shellSigns = /["'`$;|&<>(){}\\*?!#~[\]]/;

export function readRule({ kind, text, pathTool }: RuleDraft): { match: RuleMatch } | { error: string } {
  const value = text.trim();
  switch (kind) {
    case 'command': {
      if (value === '') return { error: words.commandEmpty };
      if (shellSigns.test(value)) return { error: words.commandBad };
      return { match: { tool: 'run_command', command: value.split(/\s+/) } };
    }
    case 'path':
      return value === '' ? { error: words.pathEmpty } : { match: { tool: pathTool, path: value } };
    case 'origin': {
      const page = pageAddress(value);
      return page ? { match: { tool: 'fetch_url', origin: new URL(page.href).origin } } : { error: words.originBad };
    }
    case 'server':
      return value === '' ? { error: words.serverEmpty } : { match: { tool: '*', server: value } };
    case 'tool':
      return value === '' || value === '*' ? { error: words.toolEmpty } : { match: { tool: value } };
  }
}
