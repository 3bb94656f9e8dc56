// Chinese strings for the first screen and empty chats.

import { number } from '../../../core/words/number.zh.ts';
import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './en.ts';

export const catalog: Wording<typeof english> = {
  title: 'Throughline',
  about: [
    '与能使用工具的模型协作：它们可以在你的文件夹中读取文件、进行修改、运行命令，执行前会先征求你的同意。',
    '每条消息、每次工具调用和每个结果都会即时保存到磁盘。即使关闭应用或应用崩溃，也不会丢失任何内容。',
  ],
  demoBody: '由脚本扮演的模型，使用真实的工具。可离线运行，无需 API 密钥。直接读取文件，更改前会先询问你。',
  demoTry: '在示例文件夹中试用',
  ownTitle: '或使用你自己的',
  providerTitle: '模型服务商',
  providerBody: '使用你的 API 密钥连接 OpenAI、Anthropic、Google 等，或任何兼容的服务器。',
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
  folderNone: '尚未选择。没有文件夹也可以对话，但模型无法读取或更改文件。',
  folderChoose: '选择文件夹…',
  folderChange: '更换…',
  continueTitle: '继续',
  examplesTitle: '试试这些',
  examplesInSample: '在示例文件夹中试试这些',
  emptyTitle: '今天想做些什么？',
  examples: {
    look: { text: '列出文件并阅读 README', shows: '读取文件' },
    edit: { text: '在 notes.md 中概括这个文件夹，然后改进标题', shows: '批准和撤销' },
    plan: { text: '计划如何写 notes.md', shows: '可编辑的计划' },
    failure: { text: '运行一个会失败的命令，并找出原因', shows: '错误处理' },
    chain: { text: '逐个阅读每个文件，并说明每个的内容', shows: '待办清单和多次调用' },
  },
};
