// Words of the first screen and of an empty chat: Chinese.

import { number } from '../../../core/words/number.zh.ts';
import type { Wording } from '../../../core/words/wording.ts';
import type { catalogue as english } from './en.ts';

export const catalogue: Wording<typeof english> = {
  title: 'Throughline',
  about: [
    '在这里与会使用工具的模型一起工作：它们在你的文件夹里读取、修改和运行，动手之前会先问你。',
    '每条消息、每次工具调用和每个结果都先存到你的磁盘，再进行下一步。关闭应用或意外崩溃，都不会丢失任何内容。',
  ],
  demoBody: '由脚本扮演模型，工具是真的。不需要密钥，也不需要网络。读取会直接进行，更改之前会先问你。',
  demoTry: '在示例文件夹里试一试',
  ownTitle: '或者从你自己的开始',
  providerTitle: '模型服务商',
  providerBody: '用你的密钥使用 OpenAI、Anthropic、Google 等，或任何兼容的服务器。',
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
  continueTitle: '继续',
  examplesTitle: '值得一试',
  examplesInSample: '值得一试（在示例文件夹里）',
  emptyTitle: '我们来做点什么？',
  examples: {
    look: { text: '列出文件并阅读 README', shows: '读取和结果' },
    edit: { text: '把这个文件夹里有什么写入 notes.md，然后改进标题', shows: '等你批准的差异，可以撤销' },
    plan: { text: '计划如何写 notes.md', shows: '由你修改并接受的计划' },
    failure: { text: '运行一个会失败的命令，并找出原因', shows: '一次失败，以及之后怎么办' },
    chain: { text: '逐个阅读每个文件，并说明每个的内容', shows: '待办清单和很长的调用链' },
  },
};
