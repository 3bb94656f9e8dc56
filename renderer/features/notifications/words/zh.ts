// Chinese strings for notifications.

import { number } from '../../../core/words/number.zh.ts';
import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './en.ts';

export const catalog: Wording<typeof english> = {
  what: {
    approval: '等待你批准。',
    question: '有问题要问你。',
    retrying: '正在等待重试模型。',
    done: '已完成。',
    failed: '已结束，但出现错误。',
    paused: '未完成即停止。',
  },
  answer: { allow: '允许一次', deny: '拒绝', reply: '回答' },
  several: (count) => `${number(count)} 个对话`,
  severalBody: (waiting, retrying, ended) =>
    [
      waiting > 0 ? `${number(waiting)} 个等待你` : '',
      retrying > 0 ? `${number(retrying)} 个正在重试` : '',
      ended > 0 ? `${number(ended)} 个已结束` : '',
    ]
      .filter(Boolean)
      .join('，'),
  show: '显示',
  waits: (title) => `“${title}”正等待你处理。`,
  settings: {
    label: '通知我',
    hint: '当窗口在后台或正显示其他对话时，如果有运行需要你处理、长时间等待模型或已结束，就会通知你。通知只包含对话标题和待处理事项。',
    on: '打开',
    off: '关闭',
    allow: '允许通知…',
    ask: '尚未在浏览器中允许通知。',
    denied: '浏览器已阻止此页面的通知。你可以在浏览器的网站设置中更改。在此之前，标签页标题会显示待处理的事项。',
    unsupported: '此浏览器不支持通知。标签页标题会显示待处理的事项。',
    granted: '已允许通知。',
  },
};
