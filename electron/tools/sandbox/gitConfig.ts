// Git config files: their settings, and whether they can make git run a program or work in another folder. Stricter
// than git: anything not clearly harmless counts as harmful.

import { isAbsolute, resolve } from 'node:path';
import { isBelow } from './isBelow.ts';

type Check = (value: string) => boolean;

const any: Check = () => true;
/** Otherwise it names a program. */
const off: Check = (value) => /^(?:false|no|off)$/i.test(value);
const plainAddress: Check = (value) =>
  !value.includes('::') &&
  !/(?:^|\/\/|@)-/.test(value) &&
  (/^(?:https|ssh|git|file):\/\//i.test(value) || !value.includes('://'));

/** By section, in lower case; a trailing dot stands for a quoted subsection. */
const harmless: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  core: {
    ...names(`repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode symlinks autocrlf eol
    safecrlf abbrev sparsecheckout sparsecheckoutcone protecthfs protectntfs untrackedcache bigfilethreshold
    longpaths`),
    fsmonitor: off,
  },
  extensions: names('objectformat worktreeconfig partialclone refstorage preciousobjects compatobjectformat'),
  'remote.': {
    ...names('fetch push tagopt prune prunetags mirror promisor partialclonefilter skipdefaultupdate skipfetchall'),
    url: plainAddress,
    pushurl: plainAddress,
  },
  'branch.': names('remote merge rebase pushremote description'),
  'submodule.': { ...names('active branch ignore shallow fetchrecursesubmodules'), url: plainAddress },
  submodule: names('active recurse fetchjobs'),
  user: names('name email useconfigonly'),
  init: names('defaultbranch'),
  pull: names('rebase ff'),
  push: names('default autosetupremote followtags'),
  fetch: names('prune prunetags parallel'),
  merge: names('ff conflictstyle'),
  rebase: names('autostash autosquash'),
  index: names('version sparse'),
  gc: names('auto autodetach'),
  commit: names('gpgsign verbose status cleanup'),
  tag: names('gpgsign sort'),
  color: names('ui'),
  advice: names('detachedhead addembeddedrepo defaultbranchname addignoredfile skippedcherrypicks'),
  log: names('date showsignature'),
  status: names('short branch showuntrackedfiles'),
};

export interface GitSetting {
  /** `section`, or `section.` if it has a subsection; lower case. */
  section: string;
  name: string;
  value: string;
}

/** Parses like git; for a file that git would reject, returns what precedes the error. */
export function readGitConfig(text: string): GitSetting[] {
  const settings: GitSetting[] = [];
  let section = '';
  for (const line of text
    .replace(/^\ufeff/, '')
    .replace(/\\\r?\n/g, '')
    .split(/\r?\n/)) {
    const head = /^\s*\[\s*([\w.-]+)\s*("(?:[^"\\]|\\.)*")?\s*\]/.exec(line);
    if (head) {
      // `[diff.x]` is the old form of `[diff "x"]`.
      const [first, ...more] = (head[1] ?? '').toLowerCase().split('.');
      section = `${first}${head[2] === undefined && more.length === 0 ? '' : '.'}`;
    }
    const rest = head ? line.slice(head[0].length) : line;
    const setting = /^\s*([a-z][a-z0-9-]*)\s*(?:=(.*))?$/i.exec(rest);
    if (setting)
      settings.push({ section, name: (setting[1] ?? '').toLowerCase(), value: plainValue(setting[2] ?? '') });
  }
  return settings;
}

/** Removes quotes, escapes and the trailing comment. */
function plainValue(raw: string): string {
  let value = '';
  let quoted = false;
  for (let at = 0; at < raw.length; at++) {
    const letter = raw.charAt(at);
    if (letter === '\\') value += escaped[raw.charAt(++at)] ?? raw.charAt(at);
    else if (letter === '"') quoted = !quoted;
    else if (!quoted && (letter === '#' || letter === ';')) break;
    else value += letter;
  }
  return value.trim();
}

const escaped: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' };

/** Whether a setting cannot make git run anything or read another file. */
export function isHarmlessSetting({ section, name, value }: GitSetting): boolean {
  const checks = Object.hasOwn(harmless, section) ? harmless[section] : undefined;
  return checks !== undefined && Object.hasOwn(checks, name) && checks[name]?.(value) === true;
}

/** `git` is the folder of the config; all files that git touches must be inside `project`. */
export function isHarmlessConfig(text: string, git: string, project: string): boolean {
  let section = '';
  for (const line of text.split(/\r?\n/)) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what is not seen is not plain.
    if (/[\x00-\x08\x0b-\x1f\x7f\ufeff\\]/.test(line)) return false;
    if (/^\s*(?:[#;].*)?$/.test(line)) continue;
    const head = /^\s*\[([a-z0-9-]+)(?:[ \t]+"([^"]*)")?\]\s*$/i.exec(line);
    if (head) {
      section = `${head[1]?.toLowerCase()}${head[2] === undefined ? '' : '.'}`;
      continue;
    }
    const setting = /^\s*([a-z][a-z0-9-]*)\s*(?:=\s*([^"#;]*?)\s*)?$/i.exec(line);
    const [name, value] = [setting?.[1]?.toLowerCase(), setting?.[2] ?? ''];
    if (name === undefined || !isHarmless(section, name, value, { git, project })) return false;
  }
  return true;
}

function isHarmless(section: string, name: string, value: string, at: { git: string; project: string }): boolean {
  // A submodule names its folder. Elsewhere git would overwrite files outside of the project.
  if (section === 'core' && name === 'worktree') {
    const folder = isAbsolute(value) ? resolve(value) : resolve(at.git, value);
    return isBelow(folder, at.project);
  }
  return isHarmlessSetting({ section, name, value });
}

function names(text: string): Record<string, Check> {
  return Object.fromEntries(text.split(/\s+/).map((name) => [name, any]));
}
