// Words of the first screen and of an empty chat: Chinese.

import type { startStrings as en } from '../en/start.ts';
import type { Wording } from '../wording.ts';
import { number } from './number.ts';

export const startStrings: Wording<typeof en> = {
  title: 'Throughline',
  about: [
    '在这里与会使用工具的模型一起工作：它们在你的文件夹里读取、修改和运行，动手之前会先问你。',
    '每条消息、每次工具调用和每个结果都先存到你的磁盘，再进行下一步。关闭应用或意外崩溃，都不会丢失任何内容。',
  ],
  demoTitle: '演示',
  demoBody:
    '它是脚本，不是模型，但会真正使用工具：在你的文件夹里，或在应用自带的示例里，让你看到一切如何运作。不需要密钥，也不需要网络。',
  demoTry: '试用演示',
  providerTitle: '模型服务商',
  providerBody: '用你的密钥使用 OpenAI、Anthropic、Google、OpenRouter 等，或任何兼容的服务器。',
  providerChoose: '选择服务商…',
  local: {
    found: (name) => `${name} 正在这台电脑上运行`,
    models: (count, model) =>
      count === 0
        ? '还没有模型'
        : count === 1
          ? model
          : model === ''
            ? `有 ${number(count)} 个模型可选`
            : `${model} 以及另外 ${number(count - 1)} 个`,
    needsKey: '需要密钥',
    noTools: '此模型不能使用工具',
    use: (name) => `使用 ${name}`,
  },
  folderTitle: '工作文件夹',
  folderNone: '还没有选择。没有文件夹也可以聊天，但不会读取或更改任何文件。',
  folderChoose: '选择文件夹…',
  folderChange: '更换…',
  examplesTitle: '或者试试这些，演示里也能用',
  emptyTitle: '我们来做点什么？',
  emptyIn: (project) => `在 ${project} 中`,
  examples: ['列出文件并阅读 README', '先做计划，再写 notes.md', '运行一个显示日期的命令'],
};
