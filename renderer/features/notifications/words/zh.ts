// Words of notifications: Chinese.

import { number } from '../../../core/words/number.zh.ts';
import type { Wording } from '../../../core/words/wording.ts';
import type { catalogue as english } from './en.ts';

export const catalogue: Wording<typeof english> = {
  what: {
    approval: '等待你批准。',
    question: '有问题要问你。',
    done: '已完成。',
    failed: '因出错而结束。',
    paused: '未完成就停止了。',
  },
  several: (count) => `${number(count)} 个对话`,
  severalBody: (waiting, ended) =>
    [waiting > 0 ? `${number(waiting)} 个等待你` : '', ended > 0 ? `${number(ended)} 个已结束` : '']
      .filter(Boolean)
      .join('，'),
  show: '显示',
  waits: (title) => `“${title}”正在等你处理。`,
  settings: {
    label: '通知我',
    hint: '窗口不在前台或显示其他对话时，如果运行需要你处理或已结束，就会通知你。通知只包含对话标题和需要处理的事项。',
    on: '打开',
    off: '关闭',
    allow: '允许通知…',
    ask: '浏览器还没有允许通知。',
    denied: '浏览器不允许此页面发送通知。可以在浏览器对此地址的设置中更改；在此之前，标签页的标题会显示有什么在等待。',
    unsupported: '这个浏览器没有通知功能。标签页的标题会显示有什么在等待。',
    granted: '浏览器允许通知。',
  },
};
