// Chinese strings for the activity page.

import { number } from '../../../core/words/number.zh.ts';
import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './en.ts';

export const catalog: Wording<typeof english> = {
  title: '动态',
  counts: (waiting, running) =>
    [waiting > 0 ? `${number(waiting)} 个等你处理` : '', running > 0 ? `${number(running)} 个运行中` : '']
      .filter(Boolean)
      .join('，'),
  next: '下一个待处理项',
  project: '项目',
  allProjects: '所有项目',
  sections: {
    waiting: '待处理',
    running: '运行中',
    queued: '尚未发送的消息',
    stopped: '中途停止',
    ended: '新回复',
  },
  empty: '没有正在运行的对话，也没有待处理的事项。',
  emptyHint: (keys) => `按 ${keys} 可在后台发送消息。你可以立即输入下一条，并在这里查看进展。`,
  emptyProject: '此项目中没有正在运行的内容。',
  open: '打开',
  openOf: (title) => `打开“${title}”`,
  stop: '停止',
  stopOf: (title) => `停止“${title}”`,
  markRead: '全部标为已读',
  thinking: '正在等待模型…',
  compacting: '正在压缩上下文…',
  startingServers: (names) => `正在启动 ${names}…`,
  retrying: (attempt) => `请求失败，即将进行第 ${number(attempt + 1)} 次尝试。`,
  others: (count) => `还有 ${number(count)} 个调用`,
  asks: { approval: '等待批准', question: '有问题要问你', plan: '有计划等你查看' },
  turns: (count) => `${number(count)} 轮`,
  queued: (count) => `${number(count)} 条消息排队中`,
  agents: '智能体',
  commands: '后台命令',
  more: (count) => `再显示 ${number(count)} 个`,
  unread: '无法加载问题。',
  endUnread: '无法加载详情。',
};
