// Chinese strings for saving a conversation as a file or opening it in another app.

import { number } from '../../../core/words/number.zh.ts';
import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './en.ts';

export const catalog: Wording<typeof english> = {
  title: '导出对话',
  webPage: '网页',
  form: '格式',
  groups: { read: '用于阅读', program: '用于其他应用', trace: '用于追踪存储' },
  forms: {
    markdown: {
      holds: '消息，以及所有调用的参数和结果，均为文本。',
      lost: '过长结果的后半部分，以及图片（只列出名称）。',
    },
    html: {
      holds: '一个可分享的文件。调用可展开查看参数和结果。不运行脚本，也不加载任何内容。',
      lost: '机密、仅供模型使用的内容，以及过长结果的后半部分。',
    },
    json: {
      holds: '当前分支按存储内容原样导出，含完整结果。可以再次导入。',
      lost: '图片和文件的内容，以及其他分支。',
    },
    'claude-code': {
      holds: '可用于 claude --resume 的会话，包含所有调用、结果和子智能体。',
      lost: '其他模型的思考，以及备注。',
    },
    codex: {
      holds: '可用于 codex resume 的会话，包含所有调用和结果。',
      lost: '其他模型的思考，以及备注。',
    },
    opencode: {
      holds: '可用于 opencode import 的会话，包含所有调用和结果。',
      lost: '备注。子智能体成为单独的会话。',
    },
    chatgpt: {
      holds: 'conversations.json 文件，与 ChatGPT 导出的相同。',
      lost: '结果的详细信息，以及图片内容。',
    },
    messages: {
      holds: 'messages[] 列表，包含调用和结果，采用 OpenAI API 格式。',
      lost: '思考、时间，以及结果中的图片。',
    },
    otlp: {
      holds: '每一轮、每个回复和每次调用的 span（OTLP/JSON），包含时间、token 和错误。',
      lost: '机密，以及对话内容（除非你选择包含）。',
    },
  },
  holds: '包含',
  lost: '不包含',
  records: (count) => `${number(count)} 条消息和工具结果`,
  whole: '没有其他分支',
  beside: (count) => `仅当前分支，不含其余 ${number(count)} 个`,
  include: { title: '包含内容', results: '结果和文件更改', thinking: '思考' },
  content: '包含对话内容',
  contentHint: '消息、参数和结果，每项最多 64 kB。',
  preview: {
    title: '此页面包含',
    busy: '正在检查内容…',
    messages: (count) => `${number(count)} 条消息`,
    calls: (count) => `${number(count)} 次调用`,
    results: (count) => `${number(count)} 个结果`,
    pictures: (count) => `${number(count)} 张图片`,
    agents: (count) => `${number(count)} 个子智能体`,
    hidden: (count) =>
      count === 0 ? '未发现已知的机密。分享前请检查此页面。' : `已遮盖 ${number(count)} 处机密。分享前请检查此页面。`,
  },
  save: '保存…',
  making: '正在准备…',
  saving: (size) => `正在保存… ${size}`,
  savingOf: (size, all) => `正在保存… ${size} / ${all}`,
  saved: (name) => `已保存 ${name}。`,
  failed: '导出失败。对话未更改。',
  openIn: {
    action: (program) => `在 ${program} 中打开…`,
    where: '副本将保存到此新文件：',
    whereOpenCode: '副本将保存到此新文件，供 OpenCode 导入：',
    unknown: (program) => `${program} 在这台电脑上还没有任何数据。`,
    write: '写入文件',
    writing: '正在写入…',
    command: '然后在终端中继续：',
    written: '文件已保存。请在终端中继续：',
    copy: '复制命令',
    failed: '没有写入任何内容。',
  },
};
