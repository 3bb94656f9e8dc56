// Phrases for the demo's replies about tool results, per language.

export type Language = 'en' | 'zh';

export interface DemoPhrases {
  folder: string;
  /** Introduces what follows with the folder's path. */
  named(path: string): string;
  youSaid(reason: string): string;
  more(number: number): string;
  entries(all: number, folders: number, files: number): string;
  nothing: string;
  noLines: string;
  lines(number: number): string;
  begins: string;
  all: string;
  matches(matchCount: number, files: number): string;
  endElsewhere: string;
  exit(code: string): string;
  last(lines: number): string;
  printed: string;
  silent: string;
  unknownNumber: string;
}

function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;
}

const en: DemoPhrases = {
  folder: 'The folder',
  named: (path) => path,
  youSaid: (reason) => `You said: “${reason}”`,
  more: (number) => `- … and ${number} more`,
  entries: (all, folders, files) =>
    `${count(all, 'entry', 'entries')} (${count(folders, 'folder', 'folders')}, ${count(files, 'file', 'files')})`,
  nothing: '(nothing)',
  noLines: 'no lines to quote',
  lines: (number) => count(number, 'line', 'lines'),
  begins: 'It begins:',
  all: 'This is all of it:',
  matches: (matchCount, files) =>
    matchCount === 0 ? 'no matches' : `${count(matchCount, 'match', 'matches')} in ${count(files, 'file', 'files')}`,
  endElsewhere: 'an end that is in the full output',
  exit: (code) => `exit code ${code}`,
  last: (lines) => `The last ${lines} lines of its output:`,
  printed: 'It printed:',
  silent: 'It printed nothing.',
  unknownNumber: 'an unknown number of',
};

const number = (value: number): string => value.toLocaleString('zh-CN');

const zh: DemoPhrases = {
  folder: '文件夹',
  named: (path) => `${path} `,
  youSaid: (reason) => `你说：“${reason}”`,
  more: (rest) => `- …… 另外还有 ${number(rest)} 个`,
  entries: (all, folders, files) => `${number(all)} 项（${number(folders)} 个文件夹，${number(files)} 个文件）`,
  nothing: '（没有内容）',
  noLines: '没有可引用的行',
  lines: (lines) => `${number(lines)} 行`,
  begins: '开头是：',
  all: '全部内容：',
  matches: (count, files) => (count === 0 ? '没有找到' : `在 ${number(files)} 个文件中找到 ${number(count)} 处`),
  endElsewhere: '结束方式见完整输出',
  exit: (code) => `退出码 ${code}`,
  last: (lines) => `输出的最后 ${lines} 行：`,
  printed: '输出：',
  silent: '没有输出。',
  unknownNumber: '未知数量的',
};

export const factPhrases: Readonly<Record<Language, DemoPhrases>> = { en, zh };
