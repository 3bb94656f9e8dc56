// Settings that override a repository's configuration, so that git runs none of it: hooks, file system monitor, filters, merge
// drivers, signing programs. The user's own filters (Git LFS) are disabled too, because the repository controls what they do.

type Settings = readonly (readonly [string, string])[];

export interface QuietConfig {
  settings: Settings;
  /** Names of disabled filters: their files count as they are, and are neither committed nor merged. */
  filters: ReadonlySet<string>;
}

const always: Settings = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.quotePath', 'false'],
  ['core.alternateRefsCommand', ''],
  ['core.sshCommand', 'false'],
  ['core.askPass', ''],
  ['credential.helper', ''],
  ['commit.gpgSign', 'false'],
  ['tag.gpgSign', 'false'],
  ['gpg.program', 'false'],
  ['gpg.ssh.program', 'false'],
  ['gpg.x509.program', 'false'],
  ['log.showSignature', 'false'],
  ['merge.verifySignatures', 'false'],
  ['diff.external', ''],
  ['submodule.recurse', 'false'],
  ['diff.ignoreSubmodules', 'dirty'],
  ['rerere.enabled', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['color.ui', 'false'],
  ['protocol.allow', 'never'],
];

/** `names` of all settings in all files, as in `git config --list --name-only -z`. */
export function quietConfig(names: readonly string[]): QuietConfig {
  const filters = new Set<string>();
  const drivers = new Set<string>();
  const differs = new Set<string>();
  for (const name of names) {
    const [section = '', ...rest] = name.split('.');
    const key = rest.at(-1) ?? '';
    const inner = rest.slice(0, -1).join('.');
    if (section === 'filter' && rest.length > 1) filters.add(inner);
    if (section === 'merge' && key === 'driver' && rest.length > 1) drivers.add(inner);
    if (section === 'diff' && ['command', 'textconv'].includes(key) && rest.length > 1) differs.add(inner);
  }
  const off = [
    ...[...drivers].map((name) => [`merge.${name}.driver`, 'false'] as const),
    ...[...differs].map((name) => [`diff.${name}.command`, 'false'] as const),
    ...[...filters].flatMap((name) => [
      ...['clean', 'smudge', 'process'].map((key) => [`filter.${name}.${key}`, ''] as const),
      [`filter.${name}.required`, 'false'] as const,
    ]),
  ];
  return { settings: [...always, ...off], filters };
}
