// Searches for texts that look like a secret, besides the app's own keys: tokens of well-known services, and values whose name
// or place leaves no doubt.

import { tokenSearches } from '../../../lib/secretPatterns.ts';
import { patternSearch, type TextSearch, type TextSpan } from '../../../lib/textSearch.ts';
import { looksLikeSecretName } from '../../../tools/process/secretVariables.ts';

/** `NAME=value` in the style of the environment, and fields whose name leaves no doubt, also within JSON within JSON. */
const variable = /(?:^|[\s"'`;&(\\])([A-Z][A-Z0-9_]{2,60})=\\{0,200}["']?([^\s"'`\\,;&<>(){}[\]$]{6,300})/g;
const field =
  /(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key)[A-Za-z0-9_]{0,20}\\{0,200}["']?\s{0,4}[:=]\s{0,4}\\{0,200}["']?([^\s"'`\\,;&<>(){}[\]$]{8,300})/gi;
const inAddress = /\b[a-z][a-z0-9+.-]{1,20}:\/\/([^\s/?#@:"'`\\]{0,100}:[^\s/?#@"'`\\]{1,200})@/gi;
const header = /\b(?:Bearer|Basic)\s{1,4}([A-Za-z0-9._~+/=-]{16,4000})/g;

/** Longer than what any of them but `header` matches. */
const maxLength = 800;
const maxHeaderLength = 4_100;

/** The surest first. */
export const secretSearches: readonly TextSearch[] = [
  ...tokenSearches,
  patternSearch(variable, maxLength, (match) => {
    const [, name = '', value = ''] = match;
    return looksLikeSecretName(name) && isValue(value) ? spanIn(match, value) : null;
  }),
  patternSearch(field, maxLength, (match) => {
    const [, value = ''] = match;
    return /\d/.test(value) && /[A-Za-z]/.test(value) && isValue(value) ? spanIn(match, value) : null;
  }),
  patternSearch(inAddress, maxLength, (match) => spanIn(match, match[1] ?? '')),
  patternSearch(header, maxHeaderLength, (match) => spanIn(match, match[1] ?? '')),
];

function spanIn(match: RegExpExecArray, group: string): TextSpan {
  const at = match.index + match[0].lastIndexOf(group);
  return { at, end: at + group.length };
}

/** Not a reference to a variable, a placeholder, or a word for one. */
function isValue(text: string): boolean {
  return !/^(?:process\.|os\.|env\.|\*+$|x+$|\.+$|your[_-]|example|placeholder|changeme$|undefined$|required$)/i.test(
    text,
  );
}
