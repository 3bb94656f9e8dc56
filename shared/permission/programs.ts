// Which programs a rule about first words can speak of, and with how many words.

/** Run what a file or an argument says: without the name of the file the first words say nothing. */
const interpreters = new Set([
  ...['sh', 'bash', 'dash', 'zsh', 'fish', 'ksh', 'ash', 'csh', 'tcsh', 'rbash', 'pwsh', 'powershell', 'osascript'],
  ...[
    'node',
    'nodejs',
    'deno',
    'bun',
    'tsx',
    'ts-node',
    'python',
    'python2',
    'python3',
    'pypy',
    'pypy3',
    'perl',
    'ruby',
  ],
  ...['php', 'lua', 'luajit', 'tclsh', 'Rscript', 'java', 'jshell', 'ghci', 'elixir', 'erl', 'guile', 'expect'],
]);

/** Do quite different things by their first argument. */
const bySubcommand = new Set([
  ...[
    'npm',
    'pnpm',
    'yarn',
    'git',
    'cargo',
    'go',
    'docker',
    'podman',
    'kubectl',
    'helm',
    'make',
    'just',
    'pip',
    'pip3',
  ],
  ...[
    'uv',
    'poetry',
    'pipenv',
    'gem',
    'bundle',
    'rake',
    'mvn',
    'gradle',
    'gradlew',
    'dotnet',
    'brew',
    'apt',
    'apt-get',
  ],
  ...[
    'systemctl',
    'aws',
    'gcloud',
    'az',
    'gh',
    'terraform',
    'npx',
    'pnpx',
    'bunx',
    'uvx',
    'pipx',
    'dune',
    'mix',
    'rustup',
  ],
  ...['ip', 'conda', 'nix', 'hg', 'svn', 'flutter', 'dart', 'swift', 'zig', 'turbo', 'nx', 'lerna', 'openssl'],
]);

/** Subcommands that themselves only name what is run. */
const runsNamed: Readonly<Record<string, ReadonlySet<string>>> = {
  npm: new Set(['run', 'run-script', 'rum', 'exec', 'x', 'explore']),
  pnpm: new Set(['run', 'exec', 'dlx']),
  yarn: new Set(['run', 'exec', 'dlx', 'node', 'workspace']),
  bun: new Set(['run', 'x']),
  deno: new Set(['run', 'task', 'eval', 'repl', 'x']),
  cargo: new Set(['run', 'install']),
  go: new Set(['run', 'tool', 'generate']),
  docker: new Set(['run', 'exec', 'compose', 'buildx']),
  podman: new Set(['run', 'exec', 'compose']),
  kubectl: new Set(['exec', 'run']),
  uv: new Set(['run', 'tool']),
  poetry: new Set(['run']),
  pipenv: new Set(['run']),
  bundle: new Set(['exec']),
  pipx: new Set(['run']),
  conda: new Set(['run']),
  dotnet: new Set(['run', 'exec']),
  git: new Set(['submodule', 'bisect', 'filter-branch', 'rebase', 'config', 'difftool', 'mergetool', 'hook']),
};

/** Remove, overwrite or send, by their purpose: a rule for all of their calls is not offered. */
const neverOffered = new Set([
  ...['rm', 'rmdir', 'mv', 'cp', 'dd', 'ln', 'install', 'shred', 'truncate', 'tee', 'chmod', 'chown', 'chgrp', 'mkfs'],
  ...[
    'kill',
    'pkill',
    'killall',
    'shutdown',
    'reboot',
    'crontab',
    'at',
    'mount',
    'umount',
    'curl',
    'wget',
    'nc',
    'ncat',
  ],
  ...[
    'scp',
    'sftp',
    'rsync',
    'ftp',
    'telnet',
    'socat',
    'tar',
    'zip',
    'unzip',
    'patch',
    'find',
    'fd',
    'sed',
    'awk',
    'gawk',
  ],
  ...['mawk', 'vi', 'vim', 'nano', 'ed', 'ex', 'emacs', 'less', 'more', 'man', 'open', 'xdg-open', 'git-shell'],
]);

/** `/usr/bin/Rm.EXE` is `Rm`. */
export function programName(word: string): string {
  const name = word.split(/[/\\]/).at(-1) ?? word;
  return name.replace(/\.(?:exe|cmd|bat|com)$/i, '');
}

export function isInterpreter(word: string): boolean {
  const name = programName(word);
  return interpreters.has(name) || interpreters.has(name.replace(/[\d.]+$/, ''));
}

/**
 * How many first words of this command say what is run: of `python -m pytest -q` three, of `npm run build -- -v` three, of
 * `ls -l` one. Null: there are not enough of them, so that no such rule can speak of it.
 */
export function sayingWords(words: readonly (string | null)[]): number | null {
  const [first, second, third] = words;
  if (typeof first !== 'string') return null;
  const name = programName(first);
  const isPlain = (word: string | null | undefined): boolean =>
    typeof word === 'string' && word !== '' && !word.startsWith('-') && !word.startsWith('+');
  if (isInterpreter(first) || bySubcommand.has(name)) {
    if (isInterpreter(first) && second === '-m' && isPlain(third)) return 3;
    if (!isPlain(second)) return null;
    if (!runsNamed[name]?.has(second as string)) return 2;
    return isPlain(third) ? 3 : null;
  }
  return 1;
}

/** As many as a rule that is offered names; null: none is. */
export function offeredWords(words: readonly (string | null)[]): number | null {
  const [first] = words;
  return typeof first !== 'string' || neverOffered.has(programName(first)) ? null : sayingWords(words);
}
