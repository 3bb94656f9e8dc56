// The table of harmless commands: programs that read files of the folder and print, with options that only affect the
// output. Only these can be allowed as "commands that begin with …"; all others only verbatim. Unlisted ones are asked
// about, so the table stays safe when a program gains features.
// Options: `-x` takes no value, `-x=` takes one, `-x=?` an optional attached one, `-x=text` and `-x=?text` one that is
// not a path, `-#` is a number. Short options may be combined. Anything but `text` is checked as a path.

export interface HarmlessProgram {
  options: string;
  /**
   * Its other words, in order; the last repeats with `*`. `file`: a path. `spec`: a path or git revision, without
   * patterns. `text`: neither. `sed`, `awk`, `jq`: a script that only prints.
   */
  words: string;
  /** With one of these, the first word is omitted. */
  instead?: string;
  /** Its options are whole words: no combined letters, no `--` before other words. */
  whole?: true;
  /** Without a file it only reads its piped input. */
  filter?: true;
  /** Reads files of whole folders, or prints git's contents: always, or with one of these options. */
  walks?: 'always' | string;
}

const gitShow = `-p -u -s -w -b -z -i -E -F -W -q -# -n= -U= -M=? -C=? -S=text -G=text -L= --oneline --stat=? --shortstat --numstat
  --name-only --name-status --summary --patch --no-patch --graph --all --decorate=? --abbrev-commit --abbrev=? --pretty=?
  --format=?text --date= --since=text --after=text --until=text --before=text --author=text --committer=text --grep=text --max-count=
  --skip= --merges --no-merges --first-parent --reverse --follow --cached --staged --ignore-all-space --ignore-space-change
  --word-diff=? --color=? --no-color --unified= --diff-filter= --find-renames=? --raw --no-ext-diff --no-textconv --no-renames
  --quiet --exit-code --check --minimal --patience --histogram --function-context --tags --branches --remotes --full-index
  --no-prefix --topo-order --date-order --left-right --merge-base`;
const grepShow = `-n -i -v -w -x -l -L -c -o -h -H -s -q -E -F -G -P -a -I -A= -B= -C= -m= -e=text -# --line-number --ignore-case
  --invert-match --word-regexp --line-regexp --files-with-matches --files-without-match --count --only-matching --no-filename
  --with-filename --no-messages --quiet --extended-regexp --fixed-strings --perl-regexp --text --after-context= --before-context=
  --context= --max-count= --regexp=text --color=? --colour=?`;
/** With these, it prints file contents. */
const gitPrints = '-p -u -U -L -W --patch --unified --function-context --word-diff --check';
const grep: HarmlessProgram = {
  options: `${grepShow} -r -y -b -T --recursive --include=text --exclude=text --exclude-dir=text`,
  words: 'text file*',
  instead: '-e --regexp',
  filter: true,
  walks: '-r --recursive',
};

export const harmlessTable: Readonly<Record<string, HarmlessProgram>> = {
  ls: {
    options:
      '-a -A -l -h -1 -R -t -S -r -d -F -i -n -p -s -X -c -u -m -x -C -G --all --human-readable --recursive --color=?',
    words: 'file*',
  },
  cat: { options: '-n -b -s -A -E -T -v -e -t -u --number --show-all', words: 'file*', filter: true },
  head: { options: '-n= -c= -q -v -# --lines= --bytes=', words: 'file*', filter: true },
  tail: { options: '-n= -c= -q -v -# --lines= --bytes=', words: 'file*', filter: true },
  wc: { options: '-l -w -c -m -L --lines --words --bytes --chars', words: 'file*', filter: true },
  nl: { options: '-b= -w= -s=text', words: 'file*', filter: true },
  sort: {
    options:
      '-n -r -u -f -b -h -g -V -M -d -i -s -c -C -z -k= -t=text --numeric-sort --reverse --unique --key= --version-sort',
    words: 'file*',
    filter: true,
  },
  // It writes its second file.
  uniq: {
    options: '-c -d -u -i -D -f= -s= -w= --count --repeated --unique --ignore-case',
    words: 'file',
    filter: true,
  },
  cut: { options: '-d=text -f= -c= -b= -s --delimiter=text --fields= --complement', words: 'file*', filter: true },
  tr: { options: '-d -s -c -C -t --delete --squeeze-repeats --complement', words: 'text*', filter: true },
  column: { options: '-t -x -s=text -c=', words: 'file*', filter: true },
  diff: {
    options:
      '-u -q -r -w -b -B -i -y -s -N -U= -W= -x=text --brief --unified=? --recursive --color=? --side-by-side --ignore-all-space',
    words: 'file file',
    walks: 'always',
  },
  stat: { options: '-c=text -f -t --format=text --printf=text', words: 'file*' },
  file: { options: '-b -i -k --brief --mime --mime-type --mime-encoding', words: 'file*' },
  du: {
    options: '-s -h -a -c -k -m -b -d= --max-depth= --summarize --human-readable --total --exclude=text',
    words: 'file*',
  },
  basename: { options: '-a -z -s=text', words: 'text*' },
  dirname: { options: '-z', words: 'text*' },
  tree: {
    options: '-a -d -f -h -i -s -p -C -n -L= -I=text -P=text --dirsfirst --gitignore --noreport --prune --du',
    words: 'file*',
  },
  which: { options: '-a', words: 'text*' },
  grep,
  egrep: grep,
  fgrep: grep,
  rg: {
    options: `-n -N -i -S -s -w -x -l -c -o -v -F -U -P -H -I -p -q -A= -B= -C= -m= -M= -e=text -g=glob -t= -T= -r=text -0 -d= -j=
      --line-number --no-line-number --ignore-case --smart-case --case-sensitive --word-regexp --line-regexp --files
      --files-with-matches --files-without-match --count --count-matches --only-matching --invert-match --fixed-strings --multiline
      --multiline-dotall --pcre2 --with-filename --no-filename --heading --no-heading --pretty --quiet --after-context=
      --before-context= --context= --max-count= --max-columns= --max-depth= --regexp=text --glob=glob --iglob=glob --type= --type-not=
      --replace=text --null --color= --column --trim --vimgrep --stats --json --sort= --sortr= --no-config --no-messages --type-list`,
    words: 'text file*',
    instead: '-e --regexp --files --type-list',
    walks: 'always',
  },
  find: {
    options: `( ) ! , -not -a -o -and -or -name=text -iname=text -path=text -ipath=text -wholename=text -regex=text -iregex=text
      -regextype= -type= -size= -empty -maxdepth= -mindepth= -mtime= -mmin= -ctime= -cmin= -atime= -amin= -newer= -perm= -user= -group=
      -links= -readable -writable -executable -prune -print -print0 -printf=text -ls -quit -depth -xdev -mount -true -false -P
      -daystart`,
    words: 'file*',
    whole: true,
  },
  sed: {
    options: '-n -E -r -s -u -z -e=sed --quiet --silent --regexp-extended --expression=sed',
    words: 'sed file*',
    instead: '-e --expression',
    filter: true,
  },
  awk: { options: '-F=text -v=text', words: 'awk file*', filter: true },
  jq: {
    options: `-r -c -M -S -e -s -n -j -a -C -R --raw-output --compact-output --sort-keys --slurp --null-input --tab --indent=
      --exit-status --join-output --raw-input --monochrome-output`,
    words: 'jq file*',
    filter: true,
  },
  'git status': {
    options: `-s -b -v -z -u=? --short --branch --porcelain=? --long --show-stash --ignored=? --untracked-files=? --verbose --ahead-behind
      --no-ahead-behind`,
    words: 'file*',
  },
  'git diff': { options: gitShow, words: 'spec*', walks: 'always' },
  'git log': { options: gitShow, words: 'spec*', walks: gitPrints },
  'git show': { options: gitShow, words: 'spec*', walks: 'always' },
  'git blame': {
    options: '-L= -w -s -e -l -t -f -n -c -p -b -M=? -C=? --date= --porcelain --line-porcelain --show-email --root',
    words: 'file*',
  },
  'git grep': {
    options: `${grepShow} -p -W -z --name-only --full-name --heading --break --show-function --cached --and --or --not --all-match`,
    words: 'text spec*',
    instead: '-e --regexp',
    walks: 'always',
  },
  'git ls-files': {
    options: `-c -d -m -o -i -s -u -z -t --cached --deleted --modified --others --ignored --stage --unmerged --exclude-standard
      --full-name --error-unmatch --exclude=text`,
    words: 'file*',
  },
  'git rev-parse': {
    options: `--abbrev-ref=? --short=? --verify --quiet -q --show-toplevel --show-prefix --show-cdup --git-dir --git-common-dir
      --is-inside-work-tree --is-bare-repository --all --symbolic --symbolic-full-name`,
    words: 'file*',
  },
  // For these, a plain word creates or changes something.
  'git branch': {
    options: `-a -r -v -vv -l --all --remotes --list --show-current --verbose --contains= --no-contains= --merged= --no-merged= --sort=
      --format=text --color=? --no-color`,
    words: '',
  },
  'git tag': { options: '-l -n=? --list --sort= --contains= --merged= --format=text --points-at=', words: '' },
  'git remote': { options: '-v --verbose', words: '' },
  'git stash list': { options: gitShow, words: '', walks: gitPrints },
};
