// The table of options that make a program do more than its first words tell. From the manuals of GNU, BSD and the projects
// themselves. It is not complete and need not be: what it misses is still only allowed where a person allowed that program.

export interface RiskyOptions {
  /** Run a program, or code that is given as text. */
  runs?: readonly string[];
  /** Write a file, load settings, or work on another folder. */
  changes?: readonly string[];
  /** The same of some of its subcommands. */
  sub?: Readonly<Record<string, RiskyOptions>>;
}

const compress = ['--compress-program', '--use-compress-program'];

/** A strategy is a program whose name begins with git-merge-. */
const strategy: RiskyOptions = { runs: ['-s', '--strategy'] };

const gitSubcommands: Readonly<Record<string, RiskyOptions>> = {
  clone: { runs: ['-u', '--config', '--template'], changes: ['--separate-git-dir', '--reference'] },
  init: { changes: ['--separate-git-dir'] },
  merge: strategy,
  pull: strategy,
  rebase: { runs: ['-x', '--exec', '-s', '--strategy', '-i', '--interactive'] },
  revert: { runs: ['--strategy'] },
  'cherry-pick': { runs: ['--strategy'] },
  grep: { runs: ['-O'] },
  difftool: { runs: ['-x', '-t', '--tool', '--gui'] },
  mergetool: { runs: ['-t', '--tool', '--gui'] },
  'send-email': {
    runs: [
      ...['--smtp-server', '--sendmail-cmd', '--to-cmd', '--cc-cmd', '--header-cmd', '--smtp-server-option'],
      ...['--annotate', '--compose'],
    ],
  },
  archive: { changes: ['--remote', '-o'] },
  instaweb: { runs: ['-d', '--httpd', '-b', '--browser', '-m', '--module-path'] },
  'web--browse': { runs: ['-b', '--browser', '-t', '--tool', '-c'] },
  help: { runs: ['-w', '--web', '-m', '--man', '-i', '--info'] },
  daemon: { runs: ['--access-hook'] },
  p4: { runs: ['--prepare-p4-only'] },
  bugreport: { changes: ['-o', '--output-directory', '-s'] },
  apply: { changes: ['--unsafe-paths', '--directory'] },
  'fast-export': { changes: ['--export-marks'] },
  'fast-import': { changes: ['--export-marks', '--export-pack-edges', '--allow-unsafe-features'] },
  'cat-file': { runs: ['--filters'] },
};

export const riskyTable: Readonly<Record<string, RiskyOptions>> = {
  find: {
    runs: ['-exec', '-execdir', '-ok', '-okdir'],
    changes: ['-delete', '-fprint', '-fprint0', '-fprintf', '-fls', '-files0-from'],
  },
  fd: { runs: ['-x', '-X', '--exec', '--exec-batch'] },
  fdfind: { runs: ['-x', '-X', '--exec', '--exec-batch'] },
  sed: { changes: ['-i', '-I', '--in-place', '-f', '--file', '-s'] },
  awk: {
    runs: ['-f', '-E', '-l', '-i', '-e', '--file', '--source', '--load', '--include', '--exec'],
    changes: ['-o', '-d', '-p'],
  },
  tar: {
    runs: [
      '--checkpoint-action',
      '--to-command',
      '-I',
      '--rsh-command',
      '--info-script',
      '-F',
      '--new-volume-script',
      ...compress,
    ],
    changes: ['--index-file', '-C', '--directory', '-P', '--absolute-names', '--remove-files', '--overwrite'],
  },
  rg: { runs: ['--pre', '--hostname-bin', '-z', '--search-zip'] },
  grep: { changes: [] },
  sort: { runs: compress, changes: ['-o', '--output', '-T', '--temporary-directory'] },
  tree: { changes: ['-o', '-R'] },
  date: { changes: ['-s', '--set'] },
  file: { changes: ['-C', '--compile', '-m', '--magic-file'] },
  diff: { runs: ['-l', '--paginate'], changes: ['--output'] },
  split: { runs: ['--filter'] },
  xxd: { changes: ['-r'] },
  yq: { changes: ['-i', '--inplace', '-s', '--split-exp'] },
  jq: { changes: ['-L', '-f', '--from-file'] },
  git: {
    runs: [
      ...['-c', '--config-env', '--exec-path', '--upload-pack', '--receive-pack', '--exec', '--ext-diff', '--textconv'],
      ...['--open-files-in-pager', '--paginate', '--template', '--extcmd', '--tool-help', '--sequence-editor'],
    ],
    changes: ['-C', '--git-dir', '--work-tree', '--namespace', '--output', '--output-directory', '-o', '--edit', '-O'],
    sub: gitSubcommands,
  },
  npm: {
    runs: [
      '--script-shell',
      '--node-options',
      '--call',
      '--shell',
      '--git',
      '--editor',
      '--viewer',
      '--onload-script',
      '--init-module',
    ],
    changes: [
      '--prefix',
      '-C',
      '--userconfig',
      '--globalconfig',
      '--registry',
      '--cache',
      '--workspace',
      '-w',
      '-g',
      '--global',
    ],
  },
  npx: {
    runs: ['-c', '--call', '--node-options', '--script-shell', '--node-arg', '-n', '--shell'],
    changes: ['-p', '--package', '--prefix'],
  },
  pnpm: { runs: ['--script-shell', '--node-options', '-c', '--shell-mode'], changes: ['-C', '--dir', '--registry'] },
  yarn: { runs: ['--script-shell', '--use-yarnrc'], changes: ['--cwd', '--registry'] },
  cargo: { changes: ['--config', '--manifest-path', '-C', '-Z', '--target-dir', '--artifact-dir'] },
  go: {
    runs: ['-exec', '--exec', '-toolexec', '--toolexec', '-vettool', '--vettool', '-ldflags', '-gccgoflags'],
    changes: [
      '-o',
      '--o',
      '-C',
      '-overlay',
      '-modfile',
      '-coverprofile',
      '-cpuprofile',
      '-memprofile',
      '-outputdir',
      '-pkgdir',
      '-modcacherw',
    ],
  },
  make: {
    runs: ['--eval', '-E'],
    changes: ['-f', '--file', '--makefile', '-C', '--directory', '-I', '--include-dir', '-o', '-W'],
  },
  pytest: {
    runs: ['-p'],
    changes: ['-c', '--rootdir', '-o', '--override-ini', '--basetemp', '--junitxml', '--confcutdir', '--pyargs'],
  },
  python: { runs: ['-c'] },
  curl: {
    runs: ['--engine', '-K', '--config'],
    changes: [
      ...[
        '-o',
        '-O',
        '-J',
        '-T',
        '-c',
        '-D',
        '--output',
        '--remote-name',
        '--upload-file',
        '--cookie-jar',
        '--dump-header',
      ],
      ...['--trace', '--trace-ascii', '--stderr', '--libcurl', '--etag-save', '--hsts', '--alt-svc', '--output-dir'],
      ...[
        '-d',
        '-F',
        '--data',
        '--form',
        '--json',
        '-x',
        '--proxy',
        '--unix-socket',
        '--netrc-file',
        '--remote-name-all',
      ],
    ],
  },
  wget: {
    runs: ['-e', '--execute', '--use-askpass'],
    changes: ['-O', '-o', '-a', '-P', '--config', '--post-file', '--post-data', '--body-file', '-i'],
  },
  ssh: { runs: ['-o', '-F', '-S', '-J', '-W', '-w', '-I'], changes: ['-E', '-L', '-R', '-D'] },
  scp: { runs: ['-o', '-F', '-S', '-D'] },
  sftp: { runs: ['-o', '-F', '-S', '-D', '-b'] },
  rsync: {
    runs: ['-e', '--rsh', '--rsync-path'],
    changes: ['--log-file', '--delete', '--remove-source-files', '--write-batch'],
  },
  zip: { runs: ['-TT', '--unzip-command'] },
  man: { runs: ['-P', '--pager', '-H', '--html', '-C', '--config-file'] },
  ls: {},
  ps: {},
  eslint: {
    runs: ['--resolve-plugins-relative-to', '--rulesdir', '--parser', '-f', '--format'],
    changes: ['-c', '--fix', '-o', '--stdin-filename', '--cache-location'],
  },
  tsc: {
    changes: [
      '-p',
      '-b',
      '--project',
      '--build',
      '--outDir',
      '--outFile',
      '--declarationDir',
      '--tsBuildInfoFile',
      '--init',
      '--generateTrace',
      '--generateCpuProfile',
    ],
  },
  prettier: { changes: ['-w'] },
  vitest: { changes: ['-c', '-r', '--root', '--dir', '--outputFile', '-u', '--update', '--globals'] },
  jest: { changes: ['-c', '--rootDir', '--coverageDirectory', '-u'] },
  docker: { changes: ['-H', '--host', '-c', '--context', '-v', '--volume', '--mount', '--privileged'] },
  kubectl: { changes: ['--kubeconfig', '-f', '--filename', '-k'] },
  mvn: { changes: ['-f', '--file', '-s', '-gs', '-Dexec', '-D'] },
  gradle: { changes: ['-I', '-b', '-c', '-p', '-D', '-P', '-g'] },
};

/** Other names of the same program. */
export const sameAs: Readonly<Record<string, string>> = {
  gawk: 'awk',
  mawk: 'awk',
  nawk: 'awk',
  gsed: 'sed',
  gfind: 'find',
  gtar: 'tar',
  bsdtar: 'tar',
  gmake: 'make',
  egrep: 'grep',
  fgrep: 'grep',
  ripgrep: 'rg',
  python3: 'python',
  gradlew: 'gradle',
  podman: 'docker',
  bunx: 'npx',
  pnpx: 'npx',
};
