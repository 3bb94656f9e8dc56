// Why a call is asked about, in Chinese: the host says it in English when it asks, and it is stored so. Each sentence is
// known by its form; names, paths and commands in it stay as they are. What is not known is shown as it came.

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

/** Why a file is a sensitive one. */
const kinds: readonly Form[] = [
  [/who may sign in/, () => '它决定谁可以登录'],
  [/instructions/, () => '模型会把它当作指令'],
  [/secret|key|password|credential|token/i, () => '其中可能有机密'],
  [/run|decide|setting|command|start/i, () => '它会决定其他程序运行什么'],
];

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

/** What cannot be told of a command line. */
const doubts: readonly Form[] = [
  [/^It works in another folder\.$/, () => '它在另一个文件夹中工作。'],
  [/^It is made while it runs\.$/, () => '它的内容要到运行时才确定。'],
  [/^It names more than is looked through\.$/, () => '它涉及的内容太多，无法逐一检查。'],
  [/^It goes to a program that runs; .*$/, () => '内容会交给正在运行的程序，程序如何处理并不清楚。'],
  [/^It uses (.+), which shells read in different ways\.$/, (what) => `它使用了 ${what}，不同的 shell 有不同的读法。`],
  [
    /^It sets the variable (.+), which may change what programs do\.$/,
    (name) => `它设置了变量 ${name}，这可能改变程序的行为。`,
  ],
  [/^(\S+) runs code that is given as text\.$/, (name) => `${name} 会运行以文字给出的代码。`],
  [/^(\S+) runs what it reads\.$/, (name) => `${name} 会运行它读到的内容。`],
  [/^(\S+) runs a text that is made while it runs\.$/, (name) => `${name} 会运行到时才生成的文字。`],
  [
    /^(\S+) runs other programs in a way that is not looked into\.$/,
    (name) => `${name} 会以无法检查的方式运行其他程序。`,
  ],
  [/^(\S+) runs more commands than are looked at\.$/, (name) => `${name} 运行的命令太多，无法逐一检查。`],
  [/^(\S+) does not say what it runs\.$/, (name) => `${name} 没有说明要运行什么。`],
  [/^(\S+) loads settings of its own\.$/, (name) => `${name} 会载入自己的设置。`],
  [/^(\S+) gives words to the text that it runs\.$/, (name) => `${name} 会向它运行的文字传入参数。`],
  [/^ssh opens a session on another machine\.$/, () => 'ssh 会在另一台机器上打开会话。'],
  [/^Which program it runs is only known while it runs\.$/, () => '运行哪个程序要到运行时才知道。'],
  [/^It can be read in more than one way\.$/, () => '它有不止一种读法。'],
  [/^It is too long to be read\.$/, () => '它太长，无法检查。'],
  [/^It is nested deeper than is looked into\.$/, () => '它嵌套得太深，无法检查。'],
  [/^It has more .* than are looked at\.$/, () => '它的内容太多，无法逐一检查。'],
  [/^How cmd reads a command line is not known well enough\.$/, () => 'cmd 如何读取命令行，无法完全确定。'],
  [/^There are characters in it that cannot be seen\.$/, () => '其中有看不见的字符。'],
  [/^A word goes on in the next line\.$/, () => '有一个词延续到了下一行。'],
];

function doubtSaid(text: string): string {
  return text === '' ? '' : (said(text, doubts) ?? `请留意：${text}`);
}

const reasons: readonly Form[] = [
  [/^It changes only the conversation itself\.\s*([\s\S]*)$/, (doubt) => `它只更改对话本身。${doubtSaid(doubt ?? '')}`],
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
    /^It (reads|changes) ([\s\S]+): ([^:]+)\. Such a file is asked about each time\.$/,
    (verb, path, kind) =>
      `它会${does(verb ?? '')} ${path}：${said(kind ?? '', kinds) ?? '这是敏感文件'}。这样的文件每次都会询问。`,
  ],
  [
    /^It (reads|changes) ([\s\S]+), which is outside of the project's folder\.$/,
    (verb, path) => `它会${does(verb ?? '')} ${path}，它在项目文件夹之外。`,
  ],
  [/^Everything is allowed without asking\.$/, () => '全部允许，无需询问。'],
  [/^Reading is allowed without asking\.$/, () => '读取无需询问。'],
];

export function reasonSentence(text: string): string {
  return said(text, reasons) ?? text;
}

const place = (path: string): string => (path === '.' ? '项目文件夹' : ` ${path}`);
const spaced = (path: string): string => (path === '.' ? '' : ' ');

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
  read_tool_result: [[/^Read ([\s\S]+) from byte (\d+)$/, (result, at) => `读取 ${result}，从第 ${at} 字节起`]],
};

export function previewSentence(tool: string, text: string): string {
  return (Object.hasOwn(previews, tool) ? said(text, previews[tool] ?? []) : null) ?? text;
}
