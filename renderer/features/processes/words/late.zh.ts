// Chinese strings for background commands, sub-agents and progress.

import { number } from '../../../core/words/number.zh.ts';
import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './late.en.ts';

export const catalog: Wording<typeof english> = {
  close: '隐藏后台命令',
  none: '没有后台命令。',
  noneHint: '持续运行的命令（例如开发服务器）会显示在这里。试试“在后台启动开发服务器”。',
  states: { running: '运行中', ended: '已结束' },
  exit: (code) => `退出代码 ${code}`,
  signal: (name) => `被 ${name} 结束`,
  endedBy: { request: '按请求结束', timeout: '已结束：超时', app: '随应用一起结束' },
  conversation: (title) => `在“${title}”中`,
  untitled: '未命名',
  output: '输出',
  outputOf: (command) => `${command} 的输出`,
  back: '所有后台命令',
  noOutput: '还没有输出。',
  end: '结束',
  ending: '正在结束…',
  endOf: (command) => `结束 ${command}`,
  ended: (command) => `已结束 ${command}。`,
  pid: (pid) => `进程 ${pid}`,
  folder: (path) => `位于 ${path}`,
  agent: {
    chain: '智能体的操作',
    opening: '正在打开智能体的对话…',
    gone: '智能体的对话已不存在。',
    nothing: '它没有调用任何工具。',
    earlier: (count) => `更早的 ${number(count)} 次调用`,
    open: '打开对话',
    thinking: '正在等待模型…',
    says: '最新消息',
    askedIn: (title) => `请在“${title}”中，在启动此智能体的调用卡片里回答。`,
    askedAbove: '请在启动此智能体的对话中回答。',
    toQuestion: '前往该问题',
    calls: (count) => `${number(count)} 次工具调用`,
  },
  progress: {
    label: '进度',
    percent: (value) => `${value}%`,
    step: (value) => `第 ${number(value)} 步`,
    of: (value, total) => `${number(value)} / ${number(total)}`,
    task: { working: '正在服务器上作为任务运行', input_required: '该任务需要你的输入' },
  },
};
