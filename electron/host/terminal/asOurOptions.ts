// Options as users of other command lines write them: `--resume` without an ID lets the user choose, `-p` without a message
// reads standard input, and `--output-format` is `--output`.

/** `names`: of all options. `readsInput`: whether the command takes its message from standard input. */
export function asOurOptions(words: readonly string[], names: readonly string[], readsInput: boolean): string[] {
  const ours: string[] = [];
  const isOption = (word: string): boolean => {
    const [, long] = /^--([a-z-]+)(?:=|$)/.exec(word) ?? [];
    return /^-[a-z]$/.test(word) || (long !== undefined && [...names, 'output-format'].includes(long));
  };
  for (let at = 0; at < words.length; at++) {
    const [word = '', next] = words.slice(at, at + 2);
    // What follows is another program's.
    if (word === '--') return [...ours, ...words.slice(at)];
    if (word === '-p' || word === '--prompt') {
      const isBare = readsInput && (next === undefined || isOption(next));
      ours.push(word, ...(isBare ? ['-'] : words.slice(at + 1, at + 2)));
      if (!isBare) at++;
    } else if (word === '--resume' && (next === undefined || next.startsWith('-'))) ours.push('--pick');
    else ours.push(word.replace(/^--output-format(?==|$)/, '--output'));
  }
  return ours;
}
