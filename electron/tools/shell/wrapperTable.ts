// Programs that run their arguments, and their own options before those. Data only; from the manuals of GNU, BSD,
// util-linux and the projects themselves.

import { startsOther } from '../../../shared/permission/programs.ts';

export interface Wrapper {
  /** Option letters with a value: the rest of the word, or the next one. */
  valued?: string;
  /** Option letters without a value. */
  flags?: string;
  /** Option letters with an optional value: the rest of the word. */
  attached?: string;
  /** Long options with a value: after `=` or the next word. */
  longValued?: readonly string[];
  /** Long options without a value, or only after `=`. */
  longFlags?: readonly string[];
  /** A numeric option: `nice -5`. */
  numbered?: boolean;
  /** Words before the command. */
  skip?: number;
  /** NAME=value pairs before the command. */
  assigns?: boolean;
  /** More words are added at run time. */
  open?: boolean;
}

const plain: Wrapper = {};

/** An unlisted option makes it unclear what is run. */
export const wrappers: Readonly<Record<string, Wrapper>> = {
  sudo: {
    valued: 'CDRTUghprtu',
    flags: 'ABEHKNPSVbkn',
    longValued: ['--user', '--group', '--prompt', '--chdir', '--chroot', '--host', '--role', '--type', '--close-from'],
    longFlags: ['--preserve-env', '--non-interactive', '--set-home', '--stdin', '--background', '--askpass'],
    assigns: true,
  },
  doas: { valued: 'uCa', flags: 'nL' },
  env: {
    valued: 'uCPa',
    flags: 'i0v',
    longValued: ['--unset', '--chdir', '--argv0'],
    longFlags: ['--ignore-environment', '--null', '--debug'],
    assigns: true,
  },
  nohup: plain,
  setsid: { flags: 'cfw', longFlags: ['--ctty', '--fork', '--wait'] },
  stdbuf: { valued: 'ioe', longValued: ['--input', '--output', '--error'] },
  nice: { valued: 'n', longValued: ['--adjustment'], numbered: true },
  ionice: { valued: 'cn', flags: 't', longValued: ['--class', '--classdata'], longFlags: ['--ignore'] },
  chrt: { valued: 'TPD', flags: 'frRav', longFlags: ['--fifo', '--rr', '--verbose', '--reset-on-fork'], skip: 1 },
  taskset: { flags: 'ac', longFlags: ['--all-tasks', '--cpu-list'], skip: 1 },
  time: {
    valued: 'f',
    flags: 'pvqlh',
    longValued: ['--format'],
    longFlags: ['--portability', '--verbose'],
    assigns: true,
  },
  timeout: {
    valued: 'sk',
    flags: 'vfp',
    longValued: ['--signal', '--kill-after'],
    longFlags: ['--preserve-status', '--foreground', '--verbose'],
    skip: 1,
  },
  command: { flags: 'p' },
  builtin: plain,
  exec: { valued: 'a', flags: 'cl' },
  busybox: plain,
  toybox: plain,
  chroot: {
    valued: 'ugG',
    flags: 'n',
    longValued: ['--userspec', '--groups'],
    longFlags: ['--skip-chdir'],
    skip: 1,
  },
  caffeinate: { valued: 'tw', flags: 'dimsu' },
  arch: { valued: 'ed' },
  linux32: { flags: 'BFILRSTXZ3v' },
  linux64: { flags: 'BFILRSTXZ3v' },
  xargs: {
    valued: 'InPLsdEaRSJ',
    flags: '0rtpxo',
    attached: 'eil',
    longValued: ['--max-args', '--max-procs', '--max-chars', '--delimiter', '--arg-file', '--process-slot-var'],
    longFlags: [
      '--null',
      '--no-run-if-empty',
      '--verbose',
      '--interactive',
      '--exit',
      '--replace',
      '--eof',
      '--max-lines',
    ],
    open: true,
  },
};

/** Too many options to list: anything after these may be the command. */
const unclearPrograms = new Set(
  `parallel unshare nsenter strace ltrace gdb lldb valgrind perf firejail bwrap systemd-run runuser setpriv capsh proot fakeroot
   rlwrap unbuffer entr watchexec nodemon dbus-run-session xvfb-run daemonize start-stop-daemon chpst softlimit prlimit numactl
   cgexec torsocks proxychains proxychains4 flock script su pkexec gosu su-exec direnv hyperfine tmux screen at batch coproc
   setarch i386 x86_64 uname26 nix-shell cross-env cross-env-shell dotenv dotenvx dotenvx-run wsl flatpak-spawn toolbox distrobox
   catchsegv eatmydata faketime ts-runner tini dumb-init s6-setuidgid setuidgid envdir envuidgid sem sg newgrp run0 choom xterm konsole gnome-terminal alacritty kitty foot
   uclampset coresched trickle cpulimit schroot lxc-attach machinectl vagrant mosh pwsh powershell fish nu elvish xonsh`
    .split(/\s+/)
    .filter(Boolean),
);

/** Subcommands, by first plain word, for which the command is unclear. */
const unclearSubcommands: Readonly<Record<string, RegExp>> = {
  docker: /^(?:run|exec|compose|buildx|container)$/,
  podman: /^(?:run|exec|compose|container|unshare)$/,
  'docker-compose': /^(?:run|exec)$/,
  kubectl: /^(?:run|exec|debug)$/,
  oc: /^(?:run|exec|debug|rsh)$/,
  nix: /^(?:run|shell|develop)$/,
  rustup: /^run$/,
  nvm: /^exec$/,
  rbenv: /^exec$/,
  pyenv: /^exec$/,
  volta: /^run$/,
  fnm: /^exec$/,
  npm: /^explore$/,
  ip: /^exec$/,
};

/** Subcommands that only manage existing containers and run nothing in them. */
const harmlessNested =
  /^(?:up|down|ps|ls|logs|build|pull|push|stop|start|restart|rm|images?|config|version|inspect|prune|create|kill)$/;

export function isUnclear(name: string, rest: readonly (string | null)[]): boolean {
  if (unclearPrograms.has(name)) return true;
  const subcommands = Object.hasOwn(unclearSubcommands, name) ? unclearSubcommands[name] : undefined;
  if (!subcommands) return false;
  const at = rest.findIndex((word) => word === null || subcommands.test(word));
  const word = rest[at];
  if (at < 0 || word === null || word === undefined) return false;
  if (!/^(?:compose|buildx|container)$/.test(word)) return true;
  const nested = rest.slice(at + 1).find((other) => other !== null && /^[a-z]/.test(other));
  return !harmlessNested.test(nested ?? 'ps');
}

/** Launchers of project programs, with their known options. */
const launcherOptions: Readonly<Record<string, Wrapper>> = {
  npx: {
    valued: 'pw',
    flags: 'yq',
    longValued: ['--package', '--workspace'],
    longFlags: ['--yes', '--no', '--no-install', '--quiet', '--prefer-offline'],
  },
  npm: { flags: 'ysq', longValued: ['--package'], longFlags: ['--yes', '--no', '--silent', '--quiet'] },
  pnpm: { flags: 'r', longValued: ['--filter', '--package'], longFlags: ['--silent', '--recursive', '--parallel'] },
  yarn: { flags: 'sq', longFlags: ['--silent', '--quiet'] },
  bun: { longFlags: ['--bun', '--silent'] },
  uv: {
    valued: 'pw',
    flags: 'qv',
    longValued: ['--with', '--extra', '--group', '--python', '--package', '--from', '--index'],
    longFlags: [
      '--frozen',
      '--locked',
      '--no-sync',
      '--all-extras',
      '--dev',
      '--no-dev',
      '--quiet',
      '--isolated',
      '--active',
      '--offline',
      '--no-project',
      '--all-groups',
    ],
  },
  poetry: { flags: 'qnv', longFlags: ['--quiet', '--no-interaction', '--no-ansi'] },
  bundle: { longFlags: ['--keep-file-descriptors'] },
  conda: { valued: 'np', longValued: ['--name', '--prefix'], longFlags: ['--no-capture-output', '--live-stream'] },
};

const optionsAs: Readonly<Record<string, string>> = {
  pnpx: 'npx',
  bunx: 'npx',
  uvx: 'uv',
  mamba: 'conda',
  micromamba: 'conda',
};

export interface Launcher {
  /** Its own words after its name. */
  words: number;
  options: Wrapper;
}

/** `npx`, `npm exec`, `uv run`, …; null for other programs. */
export function launcherOf(name: string, rest: readonly (string | null)[]): Launcher | null {
  const tableName = optionsAs[name] ?? name;
  const options = Object.hasOwn(launcherOptions, tableName) ? (launcherOptions[tableName] as Wrapper) : plain;
  if (startsOther.has(name)) return { words: 0, options };
  // Its options may precede its subcommand.
  let launcherName = name;
  for (let at = 0; at < Math.min(rest.length, 12); at++) {
    const word = rest[at];
    if (typeof word !== 'string') return null;
    if (word.startsWith('-')) continue;
    launcherName += ` ${word}`;
    if (startsOther.has(launcherName)) return { words: at + 1, options };
  }
  return null;
}

/** System programs, which need no launcher. Anything else given to a launcher is a project program. */
const ofMachine = new Set(
  `rm rmdir mv cp dd ln install shred truncate tee chmod chown chgrp mkfs mkdir touch unlink kill pkill killall shutdown reboot
   halt poweroff crontab mount umount curl wget nc ncat netcat scp sftp rsync ftp telnet socat ssh tar zip unzip gzip patch find fd sed
   awk gawk mawk cat ls head tail sort grep rg ed vi vim nano open xdg-open git hg svn gh glab npm pnpm yarn npx pip pip3 uv poetry
   cargo go gem brew apt apt-get dnf yum pacman apk systemctl service launchctl docker podman kubectl helm aws gcloud az
   terraform sqlite3 psql mysql openssl gpg useradd userdel usermod passwd visudo iptables ip ifconfig route dig nslookup
   make gmake security defaults diskutil echo printf env sudo doas su xargs mail sendmail`
    .split(/\s+/)
    .filter(Boolean),
);

export function isSystemProgram(name: string): boolean {
  return ofMachine.has(name.toLowerCase());
}

export const shells: ReadonlySet<string> = new Set(
  'sh bash dash zsh ksh ash rbash csh tcsh mksh pdksh oksh yash posh osh ysh'.split(' '),
);

/** Programs that can run commands from files, arguments or input, in addition to their purpose. */
const takeCommands: ReadonlySet<string> = new Set(
  `r sqlite sqlite3 duckdb psql mysql mariadb mongo mongosh sqlplus vi vim vimdiff nvim view ex ed emacs emacsclient gnuplot
   matlab scilab sage gap maxima m4 dc octave julia lftp ftp sftp mail mailx mutt tig fzf groovy scala clojure sbcl racket iex`
    .split(/\s+/)
    .filter(Boolean),
);

/** For these, anything but a file name may be a command. */
export function acceptsCommand(name: string, rest: readonly (string | null)[]): boolean {
  return takeCommands.has(name) && (rest.length === 0 || !rest.every((word) => /^[\w.@][\w./@:-]*$/.test(word ?? '')));
}
