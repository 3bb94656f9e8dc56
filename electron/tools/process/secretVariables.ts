// Which variables of an environment hold a secret, told by their names and by what they hold. A wide net: what it takes by
// mistake a person lets through by name. Pure.

import { formTokens } from '../../lib/secretPatterns.ts';

/** Parts of names, such as the last one of `GITHUB_PAT`. */
const secretParts = new Set(
  [
    'key keys apikey apikeys token tokens secret secrets pass passwd password passwords passphrase pwd pw',
    'credential credentials cred creds auth authorization cookie cookies session sk pat jwt bearer otp salt seed mnemonic',
  ]
    .join(' ')
    .split(' '),
);
/** Joined to other words: `PGPASSWORD`, `SSHPASS`, `bindpw`, `authtoken`, `secretkey`. */
const secretEnding =
  /(?:password|passwd|passphrase|passcode|pass|pwd?|secret|token|cookie|credentials?|(?:api|access|secret|private|auth|account|master|signing|encryption)keys?)$/;
/** Ordinary words with such an ending. */
const harmlessEnding = /(?:ask|by|com|encom|tres|sur|over|under)pass$/;
/** Places and marks of a desktop and of agents: without them `git push`, a keyring or a window would not be found. */
const harmless =
  /^(?:PWD|OLDPWD|SSH_AUTH_SOCK|SESSION_MANAGER|DBUS_SESSION_BUS_ADDRESS|XDG_SESSION_\w+|\w*DESKTOP_SESSION|(?:ITERM|TERM|WT)_SESSION(?:_ID)?)$/;

export function looksSecret(name: string): boolean {
  if (harmless.test(name)) return false;
  const parts = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return parts.some((numbered) => {
    // `DBPASS2` is named like `DBPASS`; Auth0 is a service, and its `AUTH0_DOMAIN` no secret.
    const part = numbered === 'auth0' ? numbered : numbered.replace(/\d+$/, '');
    return secretParts.has(part) || (secretEnding.test(part) && !harmlessEnding.test(part));
  });
}

/** `scheme://user:pass@host`, also a token alone before the `@`; a name alone, as in `ssh://git@host`, is none for ssh. */
const withUser = /\b([a-z][a-z0-9+.-]*):\/\/([^\s/?#@:]*)(:[^\s/?#@]*)?@/gi;
/** As connection strings have it: `Server=…;Password=…`, `?sslmode=require&password=…`. */
const withField =
  /(?:^|[;?&,\s])(?:password|passwd|pwd|accountkey|sharedaccesskey|sharedaccesssignature|secret|token|access_token|api_?key)\s*=\s*[^;&\s]/i;
const maxInspected = 64 * 1024;

/** Told by its form, whatever its name is. */
function holdsSecret(value: string): boolean {
  const text = value.slice(0, maxInspected);
  if (formTokens(text, 0).length > 0 || withField.test(text)) return true;
  return [...text.matchAll(withUser)].some(([, scheme = '', , password]) => !/ssh$/i.test(scheme) || password);
}

export function isSecretVariable(name: string, value: string): boolean {
  return looksSecret(name) || (!harmless.test(name) && holdsSecret(value));
}
