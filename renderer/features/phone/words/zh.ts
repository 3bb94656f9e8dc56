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
  shared: {
    title: '分享到 Throughline 的内容',
    body: '这是其他应用或网站分享的内容。不会发送任何内容：它会成为消息草稿，你可以修改。',
    notAllowed:
      '这是其他应用或网站分享的内容。此设备不能发送消息。要使用它，请在电脑上的“设置 → 设备”中允许此设备引导。',
    text: '文本',
    files: '文件',
    left: (names) => `因大小或数量未包含：${names}`,
    cut: '文本太长，缺少结尾部分。',
    target: '添加到',
    newChat: '新对话',
    add: '添加到草稿',
    discard: '丢弃',
    later: '以后再说',
  },
};
