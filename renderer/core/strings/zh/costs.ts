// Words of what replies cost: Chinese.

import type { costStrings as en } from '../en/costs.ts';
import type { Wording } from '../wording.ts';

export const costStrings: Wording<typeof en> = {
  title: '花费',
  unknown: '未知',
  unknownReplies: (count) => `${count} 次回复花费未知`,
  atLeast: (amount) => `至少 ${amount}`,
  free: '免费',
  conversation: '此对话',
  lastTurn: '上一轮',
  today: '今天',
  models: '按模型',
  replies: (count) => `${count} 次回复`,
  cache: '从缓存读取',
  share: (percent, tokens) => `${tokens} 的 ${percent}%`,
  none: '还没有花费。',
  price: '每百万 token 的价格',
  prices: (input, output) => `输入 ${input}，输出 ${output}`,
  priceUnknown: '不知道此模型的价格，可以在设置中指定。',
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
      day: (amount) => `今天的上限提高 ${amount}`,
      conversation: (amount) => `此对话的上限提高 ${amount}`,
    },
    stop: '停止此智能体',
  },
  reached: {
    once: '继续此次运行',
    raise: {
      day: (amount) => `今天的上限提高 ${amount}`,
      conversation: (amount) => `此对话的上限提高 ${amount}`,
    },
  },
  settings: {
    intro: '回复的花费，以已知的为准。运行会在将要超过上限之前询问。',
    day: '每天的上限（美元）',
    dayHint: '所有对话合计。留空表示没有上限。',
    conversation: '每个对话的上限（美元）',
    conversationHint: '智能体的花费计入启动它的对话。留空表示没有上限。',
    bad: '请输入金额，例如 5 或 0.50。',
    none: '没有上限',
    prices: '价格',
    pricesHint:
      '每百万 token 的美元价格。模型写作 provider/model 或它的名称，* 代表任意文字。这里的价格优先于其他价格；以前的回复不变。',
    model: '模型',
    input: '输入',
    output: '输出',
    cacheRead: '读缓存',
    cacheWrite: '写缓存',
    asInput: '同输入',
    add: '添加价格',
    save: '保存',
    remove: (model) => `移除 ${model} 的价格`,
    badPrice: '请输入模型，以及不小于 0 的价格。',
    known: '不设置时的价格',
  },
};
