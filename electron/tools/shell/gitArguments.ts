// What git runs because of its arguments: per-command settings, remote programs, pagers, aliases, and commands that
// take another one. A setting's value may be a shell text and is parsed as one.

import { say } from '../../../shared/core/sentence.ts';
import { addEmbeddedScript, type EmbeddedScripts, optionValue } from './embeddedScripts.ts';
import type { ArgumentList } from './wrapperOptions.ts';

export interface GitRuns extends EmbeddedScripts {
  commands: ArgumentList[];
  /** May begin at any of these words. */
  unclear: ArgumentList | null;
}

/** Options before the command that take the next word. */
const valued = new Set(['-C', '--git-dir', '--work-tree', '--namespace', '--super-prefix', '--attr-source']);

/** Settings that name neither a program nor another path. */
const harmlessKey =
  /^(?:color\.|column\.|advice\.|user\.(?:name|email)$|author\.|committer\.|i18n\.|log\.(?:date|decorate|abbrevcommit|follow|showroot)$|core\.(?:quotepath|abbrev|autocrlf|eol|safecrlf|ignorecase|precomposeunicode|filemode|longpaths|commentchar|whitespace)$|diff\.(?:renames|renamelimit|algorithm|context|colormoved|mnemonicprefix|noprefix|wordregex)$|merge\.(?:conflictstyle|ff|renames|renamelimit)$|pull\.(?:rebase|ff)$|push\.(?:default|autosetupremote)$|rebase\.(?:autosquash|autostash|updaterefs)$|fetch\.(?:prune|parallel)$|init\.defaultbranch$|commit\.gpgsign$|tag\.(?:sort|gpgsign)$|status\.|branch\.(?:sort|autosetupmerge|autosetuprebase)$|pack\.|gc\.(?:auto|autodetach)$|protocol\.version$|http\.(?:sslverify|version|postbuffer|lowspeedlimit|lowspeedtime)$|safe\.directory$|grep\.(?:linenumber|patterntype|column)$|rerere\.)/;

/** Settings that name programs or their location, and values that merely display, keep or disable. */
const programKey = /^(?:core\.(?:pager|editor|fsmonitor|hookspath)|pager\.\w+|sequence\.editor|diff\.external)$/i;
const harmlessProgram = /^(?:cat|less|true|false|:|\/dev\/null|)$/;

/** Per command: options whose value is run. Those of all commands come first. */
const everywhere = { letters: '', names: ['--upload-pack', '--receive-pack', '--exec', '--config-env'] };
const ofCommands: Readonly<Record<string, { letters: string; names: string[] }>> = {
  clone: { letters: 'uc', names: ['--config', '--template'] },
  init: { letters: '', names: ['--template'] },
  fetch: { letters: '', names: ['--upload-pack'] },
  grep: { letters: 'O', names: ['--open-files-in-pager'] },
  rebase: { letters: 'x', names: ['--exec'] },
  difftool: { letters: 'xt', names: ['--extcmd', '--tool'] },
  mergetool: { letters: 't', names: ['--tool'] },
  archive: { letters: '', names: ['--exec', '--remote'] },
  instaweb: { letters: 'db', names: ['--httpd', '--browser'] },
  daemon: { letters: '', names: ['--access-hook'] },
  'send-email': { letters: '', names: ['--smtp-server', '--sendmail-cmd', '--to-cmd', '--cc-cmd', '--header-cmd'] },
};

/** Commands that run configured or given commands. */
const runsOthers = new Set(
  'difftool mergetool send-email instaweb daemon shell gui citool filter-branch for-each-repo web--browse credential imap-send p4 svn cvsserver maintenance'.split(
    ' ',
  ),
);

/** With the value in the same or next word. `-s` signs off a cherry-pick or revert. */
const strategyOptions = new Map([
  ...['merge', 'pull', 'rebase'].map((command) => [command, /^(?:-s|--strategy(?:=|$))(.*)$/] as const),
  ...['cherry-pick', 'revert'].map((command) => [command, /^--strategy(?:=|$)(.*)$/] as const),
]);
const strategies = new Set('ort recursive resolve octopus ours theirs subtree'.split(' '));

/** Commands of git, and one that is bundled with most installations; any other word is an alias or an external program. */
const gitCommands = new Set(
  `add am annotate apply archive bisect blame branch bugreport bundle cat-file check-attr check-ignore check-mailmap
   check-ref-format checkout checkout-index cherry cherry-pick clean clone column commit commit-graph commit-tree config
   count-objects credential describe diagnose diff diff-files diff-index diff-tree diff-pairs difftool fast-export fast-import
   fetch fetch-pack fmt-merge-msg for-each-ref format-patch fsck gc get-tar-commit-id grep gui hash-object help hook index-pack
   init init-db interpret-trailers last-modified log ls-files ls-remote ls-tree mailinfo mailsplit maintenance merge merge-base
   merge-file merge-index merge-one-file merge-tree mergetool mktag mktree multi-pack-index mv name-rev notes pack-objects
   pack-redundant pack-refs patch-id prune prune-packed pull push range-diff read-tree rebase receive-pack reflog refs remote
   repack replace replay repo request-pull rerere reset restore rev-list rev-parse revert rm send-email send-pack shortlog show
   show-branch show-index show-ref sparse-checkout stage stash status stripspace submodule switch symbolic-ref tag unpack-file
   unpack-objects update-index update-ref update-server-info upload-archive upload-pack var verify-commit verify-pack verify-tag
   version whatchanged worktree write-tree lfs filter-branch for-each-repo instaweb daemon shell citool web--browse imap-send p4
   svn cvsserver remote-http remote-https remote-ext remote-fd http-push http-fetch backfill`.split(/\s+/),
);

export function commandsRunByGit(rest: ArgumentList): GitRuns {
  const runs: GitRuns = { texts: [], doubts: [], commands: [], unclear: null };
  const aliases = new Map<string, string>();
  let at = 0;
  for (; at < rest.length; at++) {
    const word = rest[at];
    if (word === null || word === undefined || !word.startsWith('-')) break;
    if (word === '-c') setting(runs, rest[++at] ?? null, aliases);
    else if (/^--(?:config-env|exec-path=)/.test(word)) addEmbeddedScript(runs, 'git', word, null);
    else if (valued.has(word)) at++;
  }
  const [command, ...commandArgs] = rest.slice(at);
  for (const word of rest)
    if (word && /(?:^|=)ext::/.test(word)) addEmbeddedScript(runs, 'git', 'ext::', word.split('ext::')[1] ?? null);
  if (typeof command !== 'string') return runs;
  ofCommand(runs, command, commandArgs);
  const alias = aliases.get(command);
  if (alias !== undefined) {
    if (!alias.startsWith('!')) runs.commands.push(['git', ...alias.split(/\s+/), ...commandArgs]);
  } else if (!gitCommands.has(command)) {
    runs.doubts.push(say`${`git ${command.slice(0, 60)}`} is an alias, or a program that does not come with git.`);
  }
  return runs;
}

/** `key=value` of `-c`, or a key and value of `git config`. */
function setting(runs: EmbeddedScripts, pair: string | null, aliases?: Map<string, string>): void {
  const [key = '', ...rest] = (pair ?? '').split('=');
  const value = rest.join('=');
  if (harmlessKey.test(key.toLowerCase()) || (programKey.test(key) && harmlessProgram.test(value))) return;
  addEmbeddedScript(runs, 'git', key || '-c', value);
  if (/^alias\./i.test(key)) aliases?.set(key.slice('alias.'.length), value);
}

function ofCommand(gitRuns: GitRuns, command: string, args: ArgumentList): void {
  const commandOptions = Object.hasOwn(ofCommands, command) ? ofCommands[command] : undefined;
  // Also after `--`, which may be another option's value.
  for (const [at, word] of args.entries()) {
    if (word === null) continue;
    for (const options of commandOptions ? [everywhere, commandOptions] : [everywhere]) {
      const value = optionValue(options, word, args[at + 1]);
      if (value === undefined) continue;
      if (command === 'clone' && /^(?:-[a-z]*c|--conf)/.test(word)) setting(gitRuns, value);
      // Takes its value only in the same word.
      else if (command === 'grep')
        addEmbeddedScript(
          gitRuns,
          'git',
          word,
          /^-[A-Za-z]*O$/.test(word) || word === '--open-files-in-pager' ? null : value,
        );
      else addEmbeddedScript(gitRuns, 'git', word, value);
    }
    if (/^--(?:ext-diff|textconv)$/.test(word)) addEmbeddedScript(gitRuns, 'git', word, null);
    const strategy = strategyOptions.get(command)?.exec(word)?.[1];
    if (strategy !== undefined && !strategies.has(strategy || (args[at + 1] ?? '')))
      addEmbeddedScript(gitRuns, 'git', word, null);
  }
  const runs =
    (['bisect', 'hook'].includes(command) && args.includes('run')) ||
    (command === 'submodule' && args.includes('foreach')) ||
    (command === 'rebase' && args.some((word) => /^-[a-z]*x|^--ex/.test(word ?? ''))) ||
    runsOthers.has(command);
  if (runs) gitRuns.unclear = args;
  if (command === 'config') configured(gitRuns, args);
  if (/^(?:send-pack|http-push|remote-https?|remote-ext|remote-fd)$/.test(command))
    gitRuns.doubts.push(say`It changes how git connects.`);
}

/** Options of `git config` that take an unrelated value. */
const configValued = new Set(['-f', '--file', '--blob', '--type', '--comment', '--value', '--default', '--url']);

/** `git config [set] key value`, `git config --add key value`; reading is harmless. */
function configured(runs: EmbeddedScripts, args: ArgumentList): void {
  const ends = args.indexOf('--');
  const isOption = (names: RegExp): boolean =>
    args.slice(0, ends < 0 ? args.length : ends).some((word) => names.test(word ?? ''));
  const action = args[0] ?? '';
  if (/^(?:edit|rename-section)$/.test(action) || isOption(/^(?:-e$|--edit|--rename-section)/))
    addEmbeddedScript(runs, 'git', 'config', null);
  if (/^(?:get|list|unset|remove-section)$/.test(action) || isOption(/^(?:--get|--list|-l$|--unset|--remove-section)/))
    return;
  const plain = args.filter((word, at) => {
    if (at === 0 && word === 'set') return false;
    return word === null || !(word.startsWith('-') || configValued.has(args[at - 1] ?? ''));
  });
  const [key, value] = plain;
  if (plain.includes(null)) addEmbeddedScript(runs, 'git', 'config', null);
  else if (typeof key === 'string' && typeof value === 'string') setting(runs, `${key}=${value}`);
}
