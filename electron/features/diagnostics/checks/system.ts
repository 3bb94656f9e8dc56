// Checks of the system: the sandbox, the keychain, the browser, programs, limits and the clock.

import { join } from 'node:path';
import { errorSentence } from '../../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../../shared/core/sentence.ts';
import { type Check, type CheckContext, good, note, type Observation, problem, unclear } from '../check.ts';
import type { Machine } from '../machine.ts';

export const systemChecks: readonly Check[] = [
  { name: 'sandbox', run: checkSandbox },
  { name: 'keychain', run: checkKeychain },
  { name: 'browser', run: checkBrowser },
  { name: 'programs', run: checkPrograms },
  { name: 'limits', run: checkLimits },
  { name: 'clock', run: checkClock },
];

async function checkSandbox({ machine, parts }: CheckContext): Promise<Observation[]> {
  const status = await parts.sandbox.status();
  if (status.available) return [good(say`Commands can run in a sandbox (${status.kind}).`)];
  const advice =
    status.install !== null
      ? say`Run this in a terminal: ${status.install}`
      : machine.platform === 'linux'
        ? await namespaceAdvice(machine)
        : undefined;
  return [problem(say`Commands cannot run in a sandbox: ${status.reason}`, advice)];
}

/** bubblewrap needs user namespaces, which systems forbid in different ways. */
async function namespaceAdvice({ text }: Machine): Promise<Sentence> {
  const setting = async (path: string): Promise<string | null> => (await text(path))?.trim() ?? null;
  if ((await setting('/proc/sys/kernel/apparmor_restrict_unprivileged_userns')) === '1') {
    return say`AppArmor restricts user namespaces here, as Ubuntu does since 24.04. Allow them for bubblewrap alone: sudo apt-get install apparmor-profiles, then copy /usr/share/apparmor/extra-profiles/bwrap-userns-restrict to /etc/apparmor.d and run: sudo systemctl reload apparmor`;
  }
  if ((await setting('/proc/sys/kernel/unprivileged_userns_clone')) === '0') {
    return say`User namespaces are turned off. Run this in a terminal: sudo sysctl kernel.unprivileged_userns_clone=1`;
  }
  if ((await setting('/proc/sys/user/max_user_namespaces')) === '0') {
    return say`User namespaces are turned off. Run this in a terminal: sudo sysctl user.max_user_namespaces=15000`;
  }
  return say`Containers and some hardened systems forbid user namespaces. Ask the administrator to allow them, or approve each command yourself.`;
}

async function checkKeychain({ machine, parts }: CheckContext): Promise<Observation[]> {
  if (await parts.keepsSecrets()) return [good(say`The system keychain stores keys.`)];
  const advice =
    machine.platform !== 'linux'
      ? say`Unlock the keychain and try again.`
      : machine.env.DBUS_SESSION_BUS_ADDRESS
        ? say`Install and unlock a keyring such as GNOME Keyring or KWallet.`
        : say`This session has no D-Bus, as over SSH, so no keyring can be reached. Set the key as an environment variable instead.`;
  return [problem(say`There is no usable keychain: keys are forgotten when the app ends.`, advice)];
}

async function checkBrowser({ machine }: CheckContext): Promise<Observation[]> {
  if (machine.platform !== 'linux') return [];
  if (!machine.env.DISPLAY && !machine.env.WAYLAND_DISPLAY) {
    return [
      note(say`There is no display, so no browser opens automatically.`, say`Open the printed address in a browser.`),
    ];
  }
  if ((await machine.findProgram('xdg-open')) !== null) return [good(say`A browser can be opened.`)];
  return [problem(say`xdg-open was not found, so no browser can be opened.`, say`Install the package xdg-utils.`)];
}

/** Each is started: a file that exists may not run. */
async function checkPrograms({ machine, parts, signal }: CheckContext): Promise<Observation[]> {
  const [git, search, terminal] = await Promise.all([
    checkGit(machine, signal),
    parts.ripgrep(),
    parts.terminal(signal),
  ]);
  const ripgrep = search.ok ? await machine.run(search.value, ['--version'], signal) : null;
  const observations = [git];
  if (ripgrep?.kind === 'ended' && ripgrep.code === 0) observations.push(good(say`File search works.`));
  else observations.push(problem(say`ripgrep does not start, so models cannot search files.`, say`Reinstall the app.`));
  if (terminal.ok) observations.push(good(say`Terminals work.`));
  else
    observations.push(problem(say`Terminals do not work: ${errorSentence(terminal.error)}`, say`Reinstall the app.`));
  return observations;
}

async function checkGit(machine: Machine, signal: AbortSignal): Promise<Observation> {
  const git = await machine.run('git', ['--version'], signal);
  if (git.kind === 'missing') {
    return note(
      say`git is not installed, so there are no worktrees and reviews.`,
      say`Install git and start the app again.`,
    );
  }
  const version = git.kind === 'ended' && git.code === 0 ? /(\d+\.\d+(?:\.\d+)?)/.exec(git.out)?.[1] : undefined;
  if (version !== undefined) return good(say`git ${version} works.`);
  return problem(say`git does not start.`, say`On macOS, run: xcode-select --install. Elsewhere, reinstall git.`);
}

const minOpenFiles = 1024;
const minWatches = 16_384;

async function checkLimits({ machine, signal }: CheckContext): Promise<Observation[]> {
  if (machine.platform === 'win32') return [];
  const observations: Observation[] = [];
  const limit = await machine.run('/bin/sh', ['-c', 'ulimit -n'], signal);
  const files = limit.kind === 'ended' ? (limit.out.trim() === 'unlimited' ? Infinity : Number(limit.out)) : Number.NaN;
  if (Number.isNaN(files)) observations.push(unclear(say`The limit of open files is unknown.`));
  else if (files < minOpenFiles) {
    const advice = say`Raise it before starting the app: ulimit -n ${4096}`;
    observations.push(problem(say`Only ${files} files may be open at once.`, advice));
  }
  const watches = machine.platform === 'linux' ? await machine.text('/proc/sys/fs/inotify/max_user_watches') : null;
  if (watches !== null && Number(watches) < minWatches) {
    const advice = say`Run this in a terminal: sudo sysctl fs.inotify.max_user_watches=${524_288}`;
    observations.push(note(say`Only ${Number(watches)} folders can be watched for changes.`, advice));
  }
  return observations.length > 0 ? observations : [good(say`The limits of the system are high enough.`)];
}

/** A file of the app from the future: at least this much. */
const futureMs = 10 * 60_000;

async function checkClock({ machine, parts }: CheckContext): Promise<Observation[]> {
  const files = ['settings.json', 'index.db', 'search.db'].map((name) => machine.info(join(parts.dataDir, name)));
  const newest = Math.max(0, ...(await Promise.all(files)).map((file) => file?.modifiedAt ?? 0));
  if (newest - machine.now() > futureMs) {
    return [
      problem(
        say`The clock is behind: files of the app were changed in its future.`,
        say`Let the system set its clock automatically.`,
      ),
    ];
  }
  return [good(say`The clock is not behind the app’s files.`)];
}
