// 手机在无法连接主机时显示的中文文本。

import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './en.ts';

export const catalog: Wording<typeof english> = {
  title: '上次的状态',
  asOf: (time) => `无法连接到应用。这是${time}的状态；现在无法发送或回答。`,
  waiting: '当时等待处理',
  running: '当时正在运行',
  others: '对话',
  back: '返回',
  noMessages: '此设备上没有它的消息。',
  calls: (names) => `调用了 ${names}`,
  you: '你',
  remove: '从此设备移除',
};
