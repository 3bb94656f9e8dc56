// Why a call is asked about, in Chinese: the host says it in English when it asks, and it is stored so. Each sentence is
// known by its form; names, paths and commands in it stay as they are. What is not known is shown as it came. `say` knows what
// the forms of the other files know.

import type { SayOfHost } from '../../hostForms.ts';

type Form = readonly [form: RegExp, say: (...found: string[]) => string];

function said(text: string, forms: readonly Form[]): string | null {
  for (const [form, say] of forms) {
    const found = form.exec(text);
    if (found) return say(...found.slice(1).map((part) => part ?? ''));
  }
  return null;
}

const does = (verb: string): string => (verb === 'reads' ? '读取' : '更改');
const tools = (words: string): string => (words === 'any tool' ? '任何工具' : ` ${words}`);

/** The limits of a rule, at its end. */
const limits: readonly Form[] = [
  [/^([\s\S]+) from (\S+)$/, (rule, origin) => `${ruleSaid(rule ?? '')}（限网站 ${origin}）`],
  [/^([\s\S]+) in the folder ([^`]+)$/, (rule, path) => `${ruleSaid(rule ?? '')}（限文件夹 ${path}）`],
  [/^([\s\S]+?) for ([^`]+)$/, (rule, path) => `${ruleSaid(rule ?? '')}（限 ${path}）`],
  [/^([\s\S]+?) (?:that go on )?in the background$/, (rule) => `${ruleSaid(rule ?? '')}（在后台）`],
];

const owner = (tail: string): string =>
  tail === '' ? '' : tail === ' of the project' ? '（属于此项目）' : '（来自项目文件夹）';
const ofWhat = "( that comes with the project's folder| of the project)?";

/** What a rule is about: as shared/permission/matchWords.ts says it. */
const rules: readonly Form[] = [
  [/^every tool$/, () => '所有工具'],
  [/^calls of (\S+)$/, (tool) => `调用 ${tool}`],
  [
    /^exactly the command (`[\s\S]*`)(?: by (any tool|\S+))?$/,
    (command, by) => `正好是这个命令 ${command}${by ? `，由${tools(by)}运行` : ''}`,
  ],
  [
    /^commands that begin with (`[\s\S]*`)(?: by (any tool|\S+))?$/,
    (command, by) => `以此开头的命令 ${command}${by ? `，由${tools(by)}运行` : ''}`,
  ],
  [
    /^whatever (a tool|\S+) writes to (\S+)$/,
    (tool, process) => `${tool === 'a tool' ? '任何工具' : tool} 写入 ${process} 的任何内容`,
  ],
  [
    new RegExp(`^every tool of the server (\\S+?)${ofWhat}$`),
    (server, tail) => `服务器 ${server}${owner(tail ?? '')} 的所有工具`,
  ],
  [
    new RegExp(`^(\\S+) of the server (\\S+?)${ofWhat}$`),
    (tool, server, tail) => `服务器 ${server}${owner(tail ?? '')} 的 ${tool}`,
  ],
];

function ruleSaid(words: string): string {
  return said(words, rules) ?? said(words, limits) ?? words;
}

/** Several rules; a command with “and” in it is not taken apart. */
function rulesSaid(words: string): string {
  if (said(words, rules)) return ruleSaid(words);
  const parts = words.split(/ and (?=(?:every tool|calls of|exactly the|commands that|whatever |\S+ of the server ))/);
  return parts.map(ruleSaid).join('，以及');
}

export function createReasonSentence(say: SayOfHost): (text: string) => string {
  const doubtSaid = (text: string): string => (text === '' ? '' : (say(text) ?? `请留意：${text}`));
  const reasons: readonly Form[] = [
    [
      /^It changes only the conversation itself\.\s*([\s\S]*)$/,
      (doubt) => `它只更改对话本身。${doubtSaid(doubt ?? '')}`,
    ],
    [
      /^Your setting asks before anything is read\.\s*([\s\S]*)$/,
      (doubt) => `按照你的设置，读取任何内容之前都会询问。${doubtSaid(doubt ?? '')}`,
    ],
    [
      /^It changes a file in your folder\.\s*([\s\S]*)$/,
      (doubt) => `它会更改你文件夹中的文件。${doubtSaid(doubt ?? '')}`,
    ],
    [
      /^It runs a command on your machine\.\s*([\s\S]*)$/,
      (doubt) => `它会在你的电脑上运行命令。${doubtSaid(doubt ?? '')}`,
    ],
    [
      /^It sends a request over the network(?: to (\S+))?\.(?: ([\s\S]*))?$/,
      (origin, doubt) => `它会通过网络${origin ? `向 ${origin} ` : ''}发送请求。${doubtSaid(doubt ?? '')}`,
    ],
    [
      /^What it does is up to its server\.\s*([\s\S]*)$/,
      (doubt) => `它做什么由它的服务器决定。${doubtSaid(doubt ?? '')}`,
    ],
    [
      /^It starts an agent that works by itself\.\s*([\s\S]*)$/,
      (doubt) => `它会启动一个独立工作的智能体。${doubtSaid(doubt ?? '')}`,
    ],
    [/^You refused ([\s\S]+)\.$/, (words) => `你已拒绝：${rulesSaid(words ?? '')}。`],
    [/^You want to be asked about ([\s\S]+)\.$/, (words) => `你要求先询问：${rulesSaid(words ?? '')}。`],
    [/^You allowed ([\s\S]+)\.$/, (words) => `你已允许：${rulesSaid(words ?? '')}。`],
    [
      /^It cannot be told whether it is what you refused: ([\s\S]+)\. ([A-Z][^.]*\.|\S+ [\s\S]+\.)$/,
      (words, why) => `无法确定这是不是你拒绝过的：${rulesSaid(words ?? '')}。${doubtSaid(why ?? '')}`,
    ],
    [
      /^The command has more than ([\d,]+) characters: such a one is always asked about\.$/,
      (most) => `这个命令超过 ${most} 个字符，这样的命令总会询问。`,
    ],
    [
      /^It (reads|changes) ([\s\S]+): ([^:]+?)\.( Such a file is asked about each time\.)?$/,
      (verb, path, kind, each) =>
        `它会${does(verb ?? '')} ${path}：${say(kind ?? '') ?? '这是敏感文件'}。${each ? '这样的文件每次都会询问。' : ''}`,
    ],
    [
      /^It (reads|changes) ([\s\S]+), which is outside of the project's folder\.$/,
      (verb, path) => `它会${does(verb ?? '')} ${path}，它在项目文件夹之外。`,
    ],
    [/^Everything is allowed without asking\.$/, () => '全部允许，无需询问。'],
    [/^Reading is allowed without asking\.$/, () => '读取无需询问。'],
  ];
  return (text) => said(text, reasons) ?? say(text) ?? text;
}

const outside = /\s\(outside of the project's folder\)$/;
const place = (path: string): string =>
  path === '.' ? '项目文件夹' : ` ${path.replace(outside, '（在项目文件夹之外）')}`;
const spaced = (path: string): string => (path === '.' || outside.test(path) ? '' : ' ');

/** What a call will do, of built-in tools whose preview is a sentence: every detail of it stays. */
const previews: Readonly<Record<string, readonly Form[]>> = {
  list_files: [
    [
      /^List ([\s\S]+), (\d+) levels deep$/,
      (path, depth) => `列出${place(path ?? '')}${spaced(path ?? '')}的文件，深入 ${depth} 层`,
    ],
  ],
  search_files: [
    // Where the folder ends and the pattern begins is only sure when it comes once.
    [
      /^Search ((?:(?! for )[\s\S])+) for ((?:(?! for | in )[\s\S])+)$/,
      (path, what) => `在${place(path ?? '')}${spaced(path ?? '')}中搜索 ${what}`,
    ],
    [
      /^Search ((?:(?! for )[\s\S])+) for ((?:(?! for | in )[\s\S])+) in ((?:(?! in )[\s\S])+)$/,
      (path, what, files) => `在${place(path ?? '')}${spaced(path ?? '')}中搜索 ${what}，限 ${files}`,
    ],
  ],
  read_file: [
    [/^Read ([\s\S]+), lines (\d+)–(\d+)$/, (path, first, last) => `读取${place(path ?? '')}，第 ${first}–${last} 行`],
    [/^Read ([\s\S]+) from line (\d+)$/, (path, first) => `读取${place(path ?? '')}，从第 ${first} 行起`],
    [/^Read ([\s\S]+)$/, (path) => `读取${place(path ?? '')}`],
  ],
  read_command: [[/^Read what (\S+) has printed$/, (id) => `读取 ${id} 的输出`]],
  end_command: [[/^End (\S+) with everything that it has started$/, (id) => `结束 ${id} 以及它启动的一切`]],
  write_command: [
    [
      /^To (\S+), which is: ((?:(?!\n\n)[\s\S])+?)(\n\n[\s\S]*)?$/,
      (id, command, rest) =>
        `写入 ${id}，它是：${command}${(rest ?? '').replace(/\n\n\(and nothing after it: its input ends\)$/, '\n\n（此后不再写入：它的输入结束）')}`,
    ],
  ],
  run_agent: [
    [/^([\s\S]*)\n\nTools: none$/, (task) => `${task}\n\n工具：无`],
    [/^([\s\S]*)\n\nTools: all that this conversation has$/, (task) => `${task}\n\n工具：此对话的全部工具`],
    [/^([\s\S]*)\n\nTools: ([^\n]+)$/, (task, names) => `${task}\n\n工具：${names}`],
  ],
  read_tool_result: [[/^Read ([\s\S]+) from byte (\d+)$/, (result, at) => `读取 ${result}，从第 ${at} 字节起`]],
};

/** A server of tools asks for an answer of the model: whose words stand below is named by the app, in English, to the model. */
const asked = /^(The server \S[^\n]* sees nothing else\.)\n\n(At most \d+ tokens\.)([\s\S]*)$/;

export function createPreviewSentence(say: SayOfHost): (tool: string, text: string) => string {
  return (tool, text) => {
    const [, what = '', most = '', rest = ''] = (tool === '' ? asked.exec(text) : null) ?? [];
    if (what !== '') return `${say(what) ?? what}\n\n${say(most) ?? most}${rest}`;
    return previewSaid(tool, text);
  };
}

function previewSaid(tool: string, text: string): string {
  return (Object.hasOwn(previews, tool) ? said(text, previews[tool] ?? []) : null) ?? text;
}
