// 导出对话：保存为文件，或交给其他程序。

import { number } from '../../../core/words/number.zh.ts';
import type { Wording } from '../../../core/words/wording.ts';
import type { catalogue as english } from './en.ts';

export const catalogue: Wording<typeof english> = {
  title: '导出对话',
  webPage: '网页',
  form: '格式',
  groups: { read: '便于阅读', program: '给其他程序', trace: '给追踪存储' },
  forms: {
    markdown: {
      holds: '消息，以及每次调用的参数和结果，均为文本。',
      lost: '过长的结果只含开头部分；图片只列出名称。',
    },
    html: {
      holds: '一个可分享的文件。调用可展开查看参数和结果。其中不运行、不加载任何内容。',
      lost: '密钥，以及只给模型看的内容。过长的结果只含开头部分。',
    },
    json: {
      holds: '当前分支按存储内容原样导出，含完整结果。可以再次导入。',
      lost: '图片和文件的内容，以及其他分支。',
    },
    'claude-code': {
      holds: 'claude --resume 可接受的会话，含每次调用及其结果，以及子代理。',
      lost: '其他模型的思考，以及备注。',
    },
    codex: {
      holds: 'codex resume 可接受的会话，含每次调用及其结果。',
      lost: '其他模型的思考，以及备注。',
    },
    opencode: {
      holds: 'opencode import 可接受的会话，含每次调用及其结果。',
      lost: '备注。子代理是单独的会话。',
    },
    chatgpt: {
      holds: '一个 conversations.json，与 ChatGPT 自己的导出相同。',
      lost: '结果的细节，以及图片的内容。',
    },
    messages: {
      holds: 'messages[] 列表，含调用和结果，与 OpenAI API 的格式相同。',
      lost: '思考、时间，以及结果中的图片。',
    },
    otlp: {
      holds: '每一轮、每个回复和每次调用的 span（OTLP/JSON），含时间、token 和错误。',
      lost: '密钥，以及对话内容（除非你选择包含）。',
    },
  },
  holds: '包含',
  lost: '不包含',
  records: (count) => `${number(count)} 条消息和工具结果`,
  whole: '没有其他分支',
  beside: (count) => `仅当前分支，不含其余 ${number(count)} 个`,
  include: { title: '可选内容', results: '调用的结果和更改', thinking: '思考' },
  content: '包含对话内容',
  contentHint: '消息、参数和结果，每项最多 64 kB。',
  preview: {
    title: '此页面中',
    busy: '正在查看其中的内容…',
    messages: (count) => `${number(count)} 条消息`,
    calls: (count) => `${number(count)} 次调用`,
    results: (count) => `${number(count)} 个结果`,
    pictures: (count) => `${number(count)} 张图片`,
    agents: (count) => `${number(count)} 个子代理`,
    hidden: (count) =>
      count === 0
        ? '没有发现已知的密钥。分享之前请先读一遍。'
        : `已在 ${number(count)} 处隐藏密钥。分享之前请先读一遍。`,
  },
  save: '保存…',
  making: '正在准备…',
  saving: (size) => `正在保存… ${size}`,
  savingOf: (size, all) => `正在保存… ${size} / ${all}`,
  saved: (name) => `已保存 ${name}。`,
  failed: '导出失败，对话没有改动。',
  openIn: {
    action: (program) => `在 ${program} 中打开…`,
    where: '副本将写入这个新文件：',
    whereOpenCode: '副本将写入这个新文件，由 OpenCode 导入：',
    unknown: (program) => `${program} 在这台电脑上还没有任何数据。`,
    write: '写入文件',
    writing: '正在写入…',
    command: '然后在终端中继续：',
    written: '文件已写入。请在终端中继续：',
    copy: '复制命令',
    failed: '没有写入任何内容。',
  },
};
