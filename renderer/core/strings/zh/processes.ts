// Words of commands in the background, of sub-agents, and of progress: Chinese.

import type { processStrings as en } from '../en/processes.ts';
import type { Wording } from '../wording.ts';
import { number } from './number.ts';

export const processStrings: Wording<typeof en> = {
  title: '后台命令',
  running: (count) => `${number(count)} 个后台命令`,
  none: '没有命令在后台运行。',
  noneHint: '持续运行的命令（例如开发服务器）会列在这里。试试“在后台启动开发服务器”。',
  states: { running: '运行中', ended: '已结束' },
  exit: (code) => `退出码 ${code}`,
  signal: (name) => `被 ${name} 结束`,
  endedBy: { request: '应要求结束', timeout: '已结束：时间到了', app: '随应用一起结束' },
  conversation: (title) => `在“${title}”中`,
  untitled: '未命名',
  output: '输出',
  outputOf: (command) => `${command} 的输出`,
  back: '所有后台命令',
  noOutput: '还没有输出。',
  refresh: '重新读取',
  end: '结束',
  ending: '正在结束…',
  endOf: (command) => `结束 ${command}`,
  ended: (command) => `已结束 ${command}。`,
  pid: (pid) => `进程 ${pid}`,
  folder: (path) => `位于 ${path}`,
  palette: '后台命令',
  agent: {
    chain: '子智能体做了什么',
    opening: '正在打开子智能体的对话…',
    gone: '子智能体的对话已不存在。',
    nothing: '它没有调用任何工具。',
    earlier: (count) => `更早的 ${number(count)} 次调用`,
    open: '打开对话',
    thinking: '等待模型…',
    says: '它最后说的话',
    above: '这是谁的工作',
    workFor: '为此对话工作：',
    toCall: '前往该调用',
    askedIn: (title) => `请在“${title}”中答复，就在开始这项工作的调用框里。`,
    askedAbove: '请在开始这项工作的对话中答复。',
    toQuestion: '前往该问题',
    calls: (count) => `${number(count)} 次工具调用`,
  },
  progress: {
    label: '进度',
    percent: (value) => `${value}%`,
    step: (value) => `第 ${number(value)} 步`,
    of: (value, total) => `${number(value)} / ${number(total)}`,
  },
};
