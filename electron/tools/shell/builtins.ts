// What the shell itself does by a word: commands that change what later ones mean. Why that is a doubt, as a sentence.

const changing: Readonly<Record<string, string>> = {
  eval: 'eval runs a text as a command.',
  source: 'source runs a file in the shell itself.',
  '.': '“.” runs a file in the shell itself.',
  alias: 'alias changes what later words mean.',
  unalias: 'unalias changes what later words mean.',
  trap: 'trap keeps a command for later.',
  enable: 'enable changes which commands the shell has.',
  hash: 'hash changes which program a word means.',
  bind: 'bind keeps a command for later.',
  complete: 'complete keeps a command for later.',
  fc: 'fc runs earlier commands again.',
  history: 'history reads or writes a file of commands.',
  shopt: 'shopt changes how the shell reads commands.',
  setopt: 'setopt changes how the shell reads commands.',
  emulate: 'emulate changes how the shell reads commands.',
  zmodload: 'zmodload gives the shell more commands.',
  autoload: 'autoload gives the shell more commands.',
  let: 'let computes with variables.',
  umask: 'umask changes who may read new files.',
  repeat: 'repeat runs a command again and again.',
  noglob: 'noglob runs a command in another way.',
  nocorrect: 'nocorrect runs a command in another way.',
};

const setting = new Set([
  ...['export', 'readonly', 'declare', 'typeset', 'local', 'unset', 'read', 'mapfile', 'readarray', 'getopts', 'vared'],
  ...['setenv', 'unsetenv', 'integer', 'float'],
]);

/** Options of `set` that only make the shell stricter or more talkative. */
const harmlessSet = /^(?:[-+][eunxv]+o?|[-+]o|errexit|nounset|xtrace|verbose|pipefail)$/;

/** Null: it changes nothing of that kind. */
export function builtinDoubt(words: readonly (string | null)[]): string | null {
  const [first, ...rest] = words;
  if (typeof first !== 'string') return null;
  if (setting.has(first)) return `${first} changes variables that later commands see.`;
  if (first === 'set') {
    const plain = rest.length > 0 && rest.every((word) => word !== null && harmlessSet.test(word));
    return plain ? null : 'set changes how the shell reads commands.';
  }
  if (first === 'printf' && rest[0]?.startsWith('-v')) return 'printf -v changes a variable.';
  return Object.hasOwn(changing, first) ? (changing[first] as string) : null;
}
