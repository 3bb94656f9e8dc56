// The folder in which most of a command ran, for relative paths in its output: `cd sub && npm test`.

/** No expansion, glob, home folder or option: nothing that a shell would change. */
const plainWord = String.raw`[^\s'"$\`*?~\\;&|<>(){}[\]!#%^-][^\s'"$\`*?~\\;&|<>(){}[\]!#%^]*`;
const leadingCd = new RegExp(
  String.raw`^\s*cd[ \t]+(?:--[ \t]+)?(?:"(?<double>[^"$\`\\!%\n]+)"|'(?<single>[^'\n]+)'|(?<bare>${plainWord}))[ \t]*(?:&&|;|\n)(?<rest>.*)$`,
  's',
);
const maxLength = 400;
const laterCd = /\b(?:cd|chdir|pushd|popd)\b/;

/** The literal `cd` that the command starts with; null if there is none, or another one follows. */
export function leadingFolder(command: string): string | null {
  const { double, single, bare, rest = '' } = leadingCd.exec(command)?.groups ?? {};
  const folder = double ?? single ?? bare;
  // The length first: many slashes take quadratic time to match.
  if (folder === undefined || folder.length > maxLength || laterCd.test(rest)) return null;
  return folder.replace(/(?<=.)[\\/]+$/, '');
}
