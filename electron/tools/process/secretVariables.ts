// Which environment variables hold a secret, judged by name and value. Deliberately broad: the user can allow false
// positives by name. Pure.

import { findTokens } from '../../lib/secretPatterns.ts';

/** Name parts, such as the last one of `GITHUB_PAT`. */
const secretParts = new Set(
  [
    'key keys apikey apikeys token tokens secret secrets pass passwd password passwords passphrase pwd pw',
    'credential credentials cred creds auth authorization cookie cookies session sk pat jwt bearer otp salt seed mnemonic',
  ]
    .join(' ')
    .split(' '),
);
/** Suffixes of compound words: `PGPASSWORD`, `SSHPASS`, `bindpw`, `authtoken`, `secretkey`. */
const secretEnding =
  /(?:password|passwd|passphrase|passcode|pass|pwd?|secret|token|cookie|credentials?|(?:api|access|secret|private|auth|account|master|signing|encryption)keys?)$/;
/** Codes that open what they belong to, such as `THROUGHLINE_RECOVERY_CODE`. */
const secretCode = /(?:recovery|backup|access|security|unlock)[^a-z0-9]?codes?\d*$/i;
/** Ordinary words with such a suffix. */
const harmlessEnding = /(?:ask|by|com|encom|tres|sur|over|under)pass$/;
/** Desktop and agent paths and tokens: without them `git push`, a keyring or a window would not work. */
const harmless =
  /^(?:PWD|OLDPWD|SSH_AUTH_SOCK|SESSION_MANAGER|DBUS_SESSION_BUS_ADDRESS|XDG_SESSION_\w+|\w*DESKTOP_SESSION|(?:ITERM|TERM|WT)_SESSION(?:_ID)?)$/;

export function looksLikeSecretName(name: string): boolean {
  if (harmless.test(name)) return false;
  if (secretCode.test(name)) return true;
  const parts = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return parts.some((numbered) => {
    // Treat `DBPASS2` like `DBPASS`; but Auth0 is a service, and `AUTH0_DOMAIN` no secret.
    const part = numbered === 'auth0' ? numbered : numbered.replace(/\d+$/, '');
    return secretParts.has(part) || (secretEnding.test(part) && !harmlessEnding.test(part));
  });
}

/** `scheme://user:pass@host`, or a token alone before the `@`. For ssh, a name alone is no secret, as in `ssh://git@host`. */
const withUser = /\b([a-z][a-z0-9+.-]*):\/\/([^\s/?#@:]*)(:[^\s/?#@]*)?@/gi;
/** Connection string fields: `Server=…;Password=…`, `?sslmode=require&password=…`. */
const withField =
  /(?:^|[;?&,\s])(?:password|passwd|pwd|accountkey|sharedaccesskey|sharedaccesssignature|secret|token|access_token|api_?key)\s*=\s*[^;&\s]/i;
const maxInspected = 64 * 1024;

/** Judged by its form, whatever its name. */
function holdsSecret(value: string): boolean {
  const text = value.slice(0, maxInspected);
  if (findTokens(text, 0).length > 0 || withField.test(text)) return true;
  return [...text.matchAll(withUser)].some(([, scheme = '', , password]) => !/ssh$/i.test(scheme) || password);
}

export function isSecretVariable(name: string, value: string): boolean {
  return looksLikeSecretName(name) || (!harmless.test(name) && holdsSecret(value));
}
