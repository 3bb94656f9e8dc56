// Well-known development tools: which words may follow the first words that the user allowed from a card, without the
// command doing more than those words. These tools run the project's own code anyway; listed are the options and
// words that only choose what they run and how they report. Everything else is asked about, so the table stays safe
// when a tool gains features. Tools that run whatever they are given (node, python, npx, xargs, docker) have no row.
// Options: `-x` takes no value, `-x=` a plain token, `-x=?` an optional joined one, `-x=text` any text, `-x=a|b` one of
// these. Words: `text` any text, `file` a name or path in the folder; `*`: repeated.

export interface PrefixRow {
  options: string;
  /** Kind of the other words; empty: none may follow. */
  words: '' | 'text*' | 'file*';
  /** Options after `--`, which belong to another program. */
  after?: string;
}

const none: PrefixRow = { options: '', words: '' };

const reports = '-v -q --verbose --quiet --silent=? --color=? --no-color';
const testRunner = `${reports} -t=text --testNamePattern=text --test-name-pattern=text -g=text --grep=text --bail=? --coverage --no-coverage
  --run --watch=? --ci --runInBand --maxWorkers= --max-workers= --passWithNoTests --forceExit --detectOpenHandles --onlyChanged
  --changed=? --testTimeout= --test-timeout= --timeout= --retry= --retries= --shard= --listTests --last-failed --max-failures=
  --workers= --reporter=dot|verbose|default|basic|json|line|list|tap|spec|min|junit --no-cache --no-file-parallelism --allowOnly`;
const npmScript: PrefixRow = {
  options: '--silent -s --if-present --workspaces -w= --workspace=',
  words: 'file*',
  after: testRunner,
};
/** They pass what follows to the script, even without `--`. */
const script: PrefixRow = { options: `${testRunner} -s`, words: 'file*', after: testRunner };
const cargoBuild = `${reports} -vv -p=text --package=text --workspace --all --exclude=text --lib --bins --bin=text --tests --test=text
  --examples --example=text --benches --bench=text --all-targets --all-features --no-default-features -F=text --features=text
  --release -r --profile=text --locked --offline --frozen --message-format=human|short|json -j= --jobs= --keep-going`;
const cargo = (more: string, after: string, words: PrefixRow['words'] = ''): PrefixRow => ({
  options: `${cargoBuild} ${more}`,
  words,
  after,
});
const rustTest = `--nocapture --no-capture --test-threads= --ignored --include-ignored --exact --show-output --list --skip=text
  -q --quiet`;
const goBuild = '-v -race -tags=text -p= -n -x -trimpath';
const pytest: PrefixRow = {
  options: `-v -vv -vvv -q -s -x -l -k=text -m=text -ra -rA -rs -rf -n= --maxfail= --lf --last-failed --ff --failed-first --nf
    --sw --stepwise --tb=auto|long|short|line|native|no --durations= --cov=? --no-cov --no-header --no-summary --collect-only --co
    --disable-warnings --color= --exitfirst --verbose --quiet --showlocals --runxfail --strict-markers --setup-show`,
  words: 'file*',
};
const make: PrefixRow = { options: '-j=? -k -s -n --keep-going --silent --dry-run --no-print-directory', words: '' };
const gradle: PrefixRow = {
  options:
    '--tests=text --info --offline --rerun-tasks --continue --stacktrace -q --quiet --no-daemon --console=plain|auto',
  words: '',
};
const maven: PrefixRow = { options: '-q -o -B -e --offline --batch-mode --quiet -pl=text -Dtest=text -am', words: '' };
const dotnet: PrefixRow = {
  options: '--filter=text --no-build --no-restore -c= --configuration= -v= --verbosity= --nologo --list-tests',
  words: '',
};
const checker = (options: string): PrefixRow => ({ options: `${reports} ${options}`, words: 'file*' });
const typescript: PrefixRow = {
  options: '--noEmit --pretty=? --strict --skipLibCheck --listFiles --diagnostics --watch -w --verbose',
  words: '',
};

const scriptNames = ['test', 'lint', 'build', 'typecheck', 'type-check', 'check', 'format', 'dev', 'start'];

/** By first words; `*` is the name of a script or target. */
export const prefixTable: Readonly<Record<string, PrefixRow>> = {
  'npm test': npmScript,
  'npm t': npmScript,
  'npm start': npmScript,
  'npm run *': npmScript,
  'npm run-script *': npmScript,
  'pnpm run *': script,
  'yarn run *': script,
  ...Object.fromEntries(['pnpm', 'yarn'].flatMap((name) => scriptNames.map((each) => [`${name} ${each}`, script]))),
  'bun test': { options: '-t=text --test-name-pattern=text --bail=? --coverage --watch --timeout=', words: 'file*' },
  vitest: { options: `${testRunner} -u --update`, words: 'file*' },
  'vitest run': { options: `${testRunner} -u --update`, words: 'file*' },
  jest: { options: `${testRunner} -u -i -b --updateSnapshot`, words: 'file*' },
  mocha: { options: testRunner, words: 'file*' },
  'playwright test': { options: `${testRunner} --project=text --headed`, words: 'file*' },
  tsc: typescript,
  eslint: checker('--max-warnings= --cache --ext= --no-warn-ignored'),
  prettier: checker('--check -c --list-different -l'),
  oxlint: checker('--deny-warnings --max-warnings='),
  'biome check': checker('--max-diagnostics= --error-on-warnings'),
  'biome lint': checker('--max-diagnostics= --error-on-warnings'),
  'biome ci': checker('--max-diagnostics= --error-on-warnings'),
  'cargo test': cargo('--no-run --no-fail-fast --doc', rustTest, 'text*'),
  'cargo t': cargo('--no-run --no-fail-fast --doc', rustTest, 'text*'),
  'cargo nextest run': cargo('--no-run --no-fail-fast', rustTest, 'text*'),
  'cargo bench': cargo('--no-run --no-fail-fast', rustTest, 'text*'),
  'cargo build': cargo('', ''),
  'cargo b': cargo('', ''),
  'cargo check': cargo('', ''),
  'cargo c': cargo('', ''),
  'cargo clippy': cargo('--no-deps', '-D=text -W=text -A=text'),
  'cargo fmt': { options: '--check --all -v -q', words: '', after: '--check' },
  'cargo doc': cargo('--no-deps', ''),
  'go test': {
    options: `${goBuild} -run=text -count= -short -timeout= -bench=text -benchtime= -benchmem -cover -json -failfast -parallel=
      -cpu= -skip=text -list=text -shuffle= -fuzz=text -fuzztime=`,
    words: 'file*',
  },
  'go build': { options: goBuild, words: 'file*' },
  'go vet': { options: '-v -tags=text -json', words: 'file*' },
  'go fmt': { options: '-n -x', words: 'file*' },
  pytest,
  'py.test': pytest,
  tox: { options: '-e= -q -v -r', words: '' },
  'ruff check': checker('--select= --ignore= --statistics --no-fix --output-format='),
  'ruff format': checker('--check --diff'),
  mypy: checker('--strict --pretty --show-error-codes --no-error-summary'),
  pyright: checker('--stats --warnings'),
  black: checker('--check --diff -l= --line-length='),
  flake8: checker('--max-line-length= --select= --ignore= --count --statistics'),
  make,
  'make *': make,
  'just *': none,
  ninja: { options: '-j= -k= -v -n', words: '' },
  ctest: { options: '-j= -V -VV -R=text -E=text -L=text --output-on-failure --rerun-failed', words: '' },
  'mvn test': maven,
  'mvn verify': maven,
  'mvn compile': maven,
  'mvn package': maven,
  './mvnw test': maven,
  './mvnw verify': maven,
  ...Object.fromEntries(
    ['gradle', './gradlew'].flatMap((name) =>
      ['test', 'build', 'check', 'assemble'].map((task) => [`${name} ${task}`, gradle]),
    ),
  ),
  'dotnet test': dotnet,
  'dotnet build': dotnet,
  'swift test': { options: '-v --filter=text --skip=text --parallel -c=debug|release', words: '' },
  'swift build': { options: '-v -c=debug|release', words: '' },
  'mix test': {
    options: '--trace --failed --stale --seed= --max-failures= --only=text --exclude=text',
    words: 'file*',
  },
  rspec: { options: '-e=text -f=d|p|doc|progress --fail-fast --only-failures -b', words: 'file*' },
  rubocop: checker('--format=simple|progress|json'),
  phpunit: { options: '--filter=text --testdox --stop-on-failure --colors=?', words: 'file*' },
  'flutter test': { options: '--name=text --plain-name=text --reporter=compact|expanded|json', words: 'file*' },
  shellcheck: checker('-S= -s= -e= -f=tty|gcc|json -x'),
  'pre-commit run': { options: '-a --all-files -v', words: '' },
  'git add': { options: '-A --all -u --update -n --dry-run -v -N --intent-to-add', words: 'file*' },
  'git commit': {
    options: '-m=text --message=text -a --all -v -q --quiet --allow-empty --no-edit -s --signoff --dry-run',
    words: '',
  },
  'git fetch': { options: '--all -p --prune --tags -q -v --quiet', words: '' },
  'git pull': { options: '--rebase --no-rebase --ff-only --autostash -q --quiet', words: '' },
  'git push': { options: '-u --set-upstream --tags -n --dry-run -q -v --quiet', words: '' },
};
