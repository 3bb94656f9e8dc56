// What is known of programs, for rules about first words: which of them run what a word names, which take code as a word, and
// which of their subcommands set what later commands run. Data only; names in lower case.

const set = (...lines: string[]): ReadonlySet<string> => new Set(lines.join(' ').split(/\s+/));

/** Run what a file says: without its name the first words say nothing. */
export const interpreters = set(
  'sh bash dash zsh fish ksh mksh pdksh oksh ash csh tcsh rbash yash posh osh oil ysh nu elvish xonsh pwsh powershell',
  'osascript cscript wscript node nodejs deno bun tsx ts-node ts-node-esm jiti vite-node babel-node zx qjs d8 jsc electron',
  'python pypy ipython bpython micropython perl raku perl6 ruby irb pry jruby php hhvm lua luajit tclsh wish expect rscript',
  'littler julia octave java jshell jrunscript ghci runghc runhaskell ocaml utop elixir iex erl escript guile racket scheme',
  'csi gosh sbcl clisp ecl clojure clj bb scala groovy groovysh kotlin ansible-playbook',
);

/** Words of theirs are code, or open a door to it: nothing shorter than all of the words says what is run. */
export const takeCode = set(
  'r sqlite sqlite3 duckdb psql mysql mariadb mongo mongosh redis-cli sqlplus sqlcmd clickhouse clickhouse-client cqlsh',
  'vi vim vimdiff nvim view ex ed emacs emacsclient nano gdb lldb gnuplot matlab scilab sage gap maxima m4 dc cmd wsl',
  'ansible nix-shell xdotool dbus-send parallel',
);

/** Do quite different things by their first argument. */
export const bySubcommand = set(
  'npm pnpm yarn git cargo go docker podman docker-compose kubectl helm make gmake just pip uv poetry pipenv gem bundle rake',
  'mvn gradle gradlew dotnet brew apt apt-get systemctl aws gcloud az gh glab terraform tofu pipx dune opam mix rustup ip',
  'conda mamba micromamba nix hg svn flutter dart swift zig turbo nx lerna rush openssl composer rails hatch pdm rye pixi',
  'stack cabal lein sbt bazel bazelisk ninja cmake meson task mage invoke inv fab tox nox ant scons gulp grunt jake mise',
  'asdf nvm volta fnm corepack pre-commit jupyter vagrant packer heroku fly flyctl vercel netlify wrangler',
);

/** Subcommands that only name what is run, or that have subcommands themselves. */
export const namesMore: Readonly<Record<string, ReadonlySet<string>>> = {
  npm: set('run run-script rum urn access cache dist-tag hook org owner profile team token'),
  pnpm: set('run run-script create init store cache'),
  yarn: set('run node create init cache npm'),
  bun: set('run pm create'),
  deno: set('run task x jupyter'),
  cargo: set('run r install'),
  go: set('run tool generate install mod work'),
  docker: set('compose buildx container image volume network system builder context plugin service stack swarm'),
  podman: set('compose container image volume network system machine pod'),
  kubectl: set('config rollout create set'),
  helm: set('repo registry dependency'),
  uv: set('tool pip python'),
  poetry: set('env cache source'),
  conda: set('env'),
  dotnet: set('run tool nuget workload'),
  git: set('remote worktree stash bisect notes bundle sparse-checkout'),
  brew: set('services'),
  terraform: set('state workspace'),
  rustup: set('component target'),
  flutter: set('pub run'),
  dart: set('run pub'),
  swift: set('run package'),
  zig: set('run'),
  nix: set('run flake profile store'),
  turbo: set('run'),
  nx: set('run generate'),
  lerna: set('run'),
  composer: set('run run-script'),
  mix: set('run'),
  bazel: set('run'),
};

/** Of these every subcommand has subcommands. */
export const namesMoreAlways = set('gh glab aws gcloud az ip jupyter');

/** The words behind these are a command of their own: it is that which must be said. Also `npx` and its like, by themselves. */
export const startsOther: ReadonlySet<string> = new Set([
  ...['npx', 'pnpx', 'bunx', 'uvx', 'bun x', 'npm exec', 'npm x', 'pnpm exec', 'pnpm dlx', 'yarn exec', 'yarn dlx'],
  ...['uv run', 'uv tool run', 'poetry run', 'pipenv run', 'pipx run', 'conda run', 'mamba run', 'micromamba run'],
  ...[
    'bundle exec',
    'gem exec',
    'dune exec',
    'opam exec',
    'stack exec',
    'cabal exec',
    'dotnet tool run',
    'git bisect run',
  ],
  ...['hatch run', 'pdm run', 'rye run', 'pixi run', 'mise exec', 'mise x', 'asdf exec', 'composer exec', 'lerna exec'],
]);

/**
 * Set what later commands run, or run whatever stands behind them: only all of their words say what they do.
 * `npm config set script-shell=…`, `go env -w GOFLAGS=-toolexec=…`, `gh alias set`, `docker exec <where> <anything>`.
 */
export const decidesMore: Readonly<Record<string, ReadonlySet<string>>> = {
  npm: set('config c get set pkg set-script explore init create innit edit'),
  pnpm: set('config c get set pkg set-script env setup approve-builds recursive multi m'),
  yarn: set('config set unset plugin policies workspace workspaces'),
  bun: set('exec repl init'),
  deno: set('eval repl install upgrade'),
  pip: set('config'),
  uv: set('auth self'),
  poetry: set('config self shell plugin'),
  pipenv: set('shell open'),
  pipx: set('runpip environment'),
  conda: set('config init shell activate'),
  mamba: set('config init shell'),
  micromamba: set('config init shell'),
  hatch: set('config shell'),
  pdm: set('config'),
  rye: set('config'),
  pixi: set('config shell shell-hook'),
  bundle: set('config plugin open console'),
  gem: set('sources open'),
  composer: set('config global init'),
  cargo: set('config'),
  go: set('env telemetry bug'),
  rustup: set('run default override toolchain set self'),
  git: set(
    'config submodule filter-branch rebase difftool mergetool hook maintenance credential send-email instaweb web--browse',
  ),
  hg: set('config debugshell'),
  svn: set('propset propedit'),
  gh: set('alias config extension extensions ext api auth codespace cs'),
  glab: set('alias config api auth'),
  aws: set('configure'),
  gcloud: set('config'),
  az: set('config configure alias extension rest'),
  docker: set('exec run plugin'),
  podman: set('exec run unshare'),
  kubectl: set('exec run debug attach cp plugin'),
  helm: set('plugin'),
  'docker-compose': set('exec run'),
  nix: set('run shell develop eval repl'),
  brew: set('edit sh irb ruby'),
  systemctl: set('edit link enable set-environment import-environment set-property'),
  dotnet: set('exec fsi script'),
  mix: set('cmd do eval'),
  flutter: set('config'),
  nx: set('exec'),
  zig: set('cc c++'),
  rails: set('runner r console c dbconsole'),
  terraform: set('console'),
  stack: set('config runghc ghci script eval'),
  cabal: set('user-config repl'),
  mise: set('settings set config use alias'),
  asdf: set('plugin set global local'),
  volta: set('setup run'),
  corepack: set('enable prepare use'),
  nvm: set('exec run alias'),
  'pre-commit': set('init-templatedir'),
  vagrant: set('ssh plugin'),
};

/** The same, told by the third word. */
export const decidesMoreThird: ReadonlySet<string> = new Set([
  'go mod edit',
  'go work edit',
  'go work use',
  'git remote add',
  'git remote set-url',
  'git bisect visualize',
  'docker compose exec',
  'docker compose run',
  'docker container exec',
  'docker container run',
  'docker context use',
  'podman compose exec',
  'podman compose run',
  'podman container exec',
  'podman container run',
  'kubectl config set',
  'kubectl config use-context',
  'kubectl config set-context',
  'kubectl config set-cluster',
  'kubectl config set-credentials',
  'conda env config',
  'bun pm trust',
]);

/** Remove, overwrite or send, by their purpose: a rule for all of their calls is not offered. */
export const neverOffered = set(
  'rm rmdir mv cp dd ln install shred truncate tee chmod chown chgrp mkfs kill pkill killall shutdown reboot crontab at',
  'mount umount curl wget nc ncat scp sftp rsync ftp telnet socat tar zip unzip patch find fd sed awk gawk mawk',
  'less more man open xdg-open git-shell ssh sudo doas su',
);
