// Chinese strings for costs.

import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './en.ts';

export const catalog: Wording<typeof english> = {
  title: '花费',
  unknown: '未知',
  unknownReplies: (count) => `${count} 次回复花费未知`,
  atLeast: (amount) => `至少 ${amount}`,
  free: '免费',
  conversation: '此对话',
  itsTitle: '其中标题',
  lastTurn: '上一轮',
  today: '今天',
  models: '按模型',
  replies: (count) => `${count} 次回复`,
  cache: '从缓存读取',
  share: (percent, tokens) => `${tokens} 的 ${percent}%`,
  none: '还没有花费。',
  price: '每百万 token 的价格',
  prices: (input, output) => `输入 ${input}，输出 ${output}`,
  priceUnknown: '此模型的价格未知，可以在设置中指定。',
  setPrice: '上限与价格…',
  by: {
    reported: '由服务商报告',
    settings: '来自你的设置',
    server: '来自服务器的列表',
    catalogue: (date) => `来自 ${date} 的模型目录`,
    local: '在本机运行',
  },
  limit: (spent, limit) => `${spent}，上限 ${limit}`,
  turn: (amount) => `花费 ${amount}`,
  question: {
    from: 'Throughline 提问',
    label: '花费上限',
    once: '让此智能体完成',
    raise: {
      day: (amount) => `将今天的上限提高 ${amount}`,
      conversation: (amount) => `将此对话的上限提高 ${amount}`,
    },
    stop: '停止此智能体',
  },
  reached: {
    once: '继续此次运行',
    raise: {
      day: (amount) => `将今天的上限提高 ${amount}`,
      conversation: (amount) => `将此对话的上限提高 ${amount}`,
    },
  },
};
