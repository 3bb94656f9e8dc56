// Chinese strings for the statistics of a conversation.

import { number } from '../../../core/words/number.zh.ts';
import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './en.ts';

export const catalog: Wording<typeof english> = {
  loading: '正在统计…',
  messages: '消息',
  roles: {
    user: '你',
    assistant: '模型',
    tool: '工具结果',
    system: '摘要与说明',
  },
  calls: '工具调用',
  outcomes: {
    ok: '已完成',
    error: '失败',
    denied: '已拒绝',
    cancelled: '已取消',
    interrupted: '已中断',
    open: '尚未结束',
  },
  tools: '最常用的工具',
  ofTools: (count) => `共 ${number(count)} 个工具`,
  time: '时间',
  elapsed: '历时',
  first: '第一条',
  last: '最后一条',
  days: (count) => `${number(count)} 天`,
  spent: 'Token 与花费',
  input: '输入 token',
  output: '输出 token',
  cost: '花费',
  scope: 'Token 与花费包括智能体和所有分支，其余只统计当前分支。',
};
