// Chinese sentence for a call, from its tool and the exact text of its arguments.

import {
  type BuiltInTool,
  firstLine,
  isBuiltInTool,
  parseArguments,
  serverToolName,
} from '../../../../shared/features/tools/toolInfo.ts';

type Arguments = Record<string, unknown>;

function place(args: Arguments): string {
  const path = firstLine(args.path, '.');
  return path === '.' || path === './' ? '项目文件夹' : ` ${path}`;
}

function range({ offset, limit }: Arguments): string {
  if (typeof offset !== 'number' && typeof limit !== 'number') return '';
  const start = typeof offset === 'number' ? offset : 1;
  return typeof limit === 'number' ? `，第 ${start}–${start + limit - 1} 行` : `，从第 ${start} 行起`;
}

const named = (value: unknown, fallback: string): string => {
  const text = firstLine(value, '');
  return text === '' ? fallback : ` ${text}`;
};

function toolWords(name: string): string {
  const parts = serverToolName(name);
  return parts === null ? ` ${name}` : ` ${parts.server} 的 ${parts.tool}`;
}

const pageActions: Readonly<Record<string, string>> = {
  click: '点击',
  double_click: '双击',
  hover: '指向',
  fill: '输入',
  press: '按下',
  select: '选择',
  scroll: '滚动',
  wait_for: '等待',
};

function pageAction({ action, text }: Arguments, did: string): string {
  if (action === 'back') return `返回${did}上一页`;
  if (action === 'close') return `关闭${did}页面`;
  const verb = typeof action === 'string' && Object.hasOwn(pageActions, action) ? pageActions[action] : '操作';
  const takesText = action === 'fill' || action === 'press' || action === 'select' || action === 'wait_for';
  return takesText ? `${verb}${did}“${firstLine(text, '…')}”` : `${verb}${did}页面`;
}

/** `did`: marks the past tense, after the verb. */
const sentences: Record<BuiltInTool, (args: Arguments, did: string) => string> = {
  read_file: (a, did) => `读取${did}${place(a)}${range(a)}`,
  list_files: (a, did) => `列出${did}${place(a)}${place(a).startsWith(' ') ? ' ' : ''}的文件`,
  search_files: (a, did) => `搜索${did}“${firstLine(a.pattern, '…')}”`,
  write_file: (a, did) => `写入${did}${place(a)}`,
  edit_file: (a, did) => `编辑${did}${place(a)}`,
  run_command: (a, did) => `${a.background === true ? '在后台启动' : '运行'}${did}${named(a.command, '一个命令')}`,
  fetch_url: (a, did) => `获取${did}${named(a.url, '一个地址')}`,
  web_search: (a, did) => `在网上搜索${did}“${firstLine(a.query, '…')}”`,
  browser_open: (a, did) => `打开${did}${named(a.url, '一个网页')}`,
  browser_read: (_args, did) => `读取${did}页面`,
  browser_act: pageAction,
  present_plan: (a) => `计划：${firstLine(a.title, '一个计划')}`,
  ask_user: (_args, did) => (did === '' ? '向你提问' : '向你提出了问题'),
  read_command: (a, did) => `读取${did}${named(a.id, '一个命令')} 的输出`,
  write_command: (a, did) => `向${named(a.id, '一个命令')} 写入${did === '' ? '' : '了内容'}`,
  end_command: (a, did) => `结束${did}${named(a.id, '一个命令')}`,
  run_agent: (a, did) =>
    `${did === '' ? `交给智能体${named(a.agent, '')}` : `智能体${named(a.agent, '')}${firstLine(a.agent, '') === '' ? '' : ' '}完成了`}：${firstLine(a.title, firstLine(a.task, '一项任务'))}`,
  load_skill: (a, did) =>
    `加载${did}技能${named(a.name, '')}${typeof a.file === 'string' ? `：${firstLine(a.file, '')}` : ''}`,
  find_tools: (a, did) => `查找${did}工具${firstLine(a.query, '') === '' ? '' : `：“${firstLine(a.query, '')}”`}`,
  use_tool: (a, did) => `使用${did}${toolWords(firstLine(a.name, '一个工具'))}`,
  update_memory: (a, did) => (a.scope === 'all' ? `修改${did}记忆` : `修改${did}此项目的记忆`),
  todo_write: (_args, did) => `更新${did}待办清单`,
  read_tool_result: (_args, did) => `打开${did}较早的结果`,
};

export function callSentence(name: string, argumentsText: string, done: boolean): string {
  const did = done ? '了' : '';
  const sentence = isBuiltInTool(name) ? sentences[name] : undefined;
  return sentence ? sentence(parseArguments(argumentsText), did) : `使用${did}${toolWords(name)}`;
}
