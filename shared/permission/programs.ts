// Programs that run what their arguments name: refused commands may follow them.

const set = (...lines: string[]): ReadonlySet<string> => new Set(lines.join(' ').split(/\s+/));

/** They run a file's contents. */
const interpreters = set(
  'sh bash dash zsh fish ksh mksh pdksh oksh ash csh tcsh rbash yash posh osh oil ysh nu elvish xonsh pwsh powershell',
  'osascript cscript wscript node nodejs deno bun tsx ts-node ts-node-esm jiti vite-node babel-node zx qjs d8 jsc electron',
  'python pypy ipython bpython micropython perl raku perl6 ruby irb pry jruby php hhvm lua luajit tclsh wish expect rscript',
  'littler julia octave java jshell jrunscript ghci runghc runhaskell ocaml utop elixir iex erl escript guile racket scheme',
  'csi gosh sbcl clisp ecl clojure clj bb scala groovy groovysh kotlin ansible-playbook',
);

/** The words after these form a command. */
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

/** Their words name subcommands and no other programs: `docker compose rm`. */
export const ownSubcommands = set(
  'git npm pnpm yarn docker podman docker-compose kubectl helm cargo go gh glab uv pip poetry conda brew apt apt-get dnf',
  'systemctl aws gcloud az hg svn composer gem bundle',
);

/** Turns `/usr/bin/Rm.EXE` into `Rm`. */
export function programName(word: string): string {
  const name = word.split(/[/\\]/).at(-1) ?? word;
  return name.replace(/\.(?:exe|cmd|bat|com)$/i, '');
}

/** Case-insensitive for some file systems; `python3.12` counts as `python`. */
export function isInterpreter(word: string): boolean {
  const name = programName(word).toLowerCase();
  return interpreters.has(name) || interpreters.has(name.replace(/[-.\d]+$/, ''));
}
