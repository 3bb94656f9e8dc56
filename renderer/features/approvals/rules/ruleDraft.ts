// A rule being created manually, and its validation. Pure. The host validates again.

import type { RuleMatch } from '../../../../shared/permission/permission.ts';
import { lateStrings } from '../../../core/lateStrings.ts';
import { pageAddress } from '../../markdown/linkPolicy.ts';

const words = lateStrings.approvals.rules.form;

export type RuleKind = keyof typeof words.kinds;

export interface RuleDraft {
  kind: RuleKind;
  /** The command's words, the path, host, tool or server. */
  text: string;
  /** Permitted actions on files of a path. */
  pathTool: 'write_file' | 'edit_file' | 'read_file';
}

/** Shell metacharacters: rules match the words of a command, never its text. */
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
