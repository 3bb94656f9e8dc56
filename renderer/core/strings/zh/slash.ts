// Words of what is called with `/`: Chinese.

import type { slashStrings as en } from '../en/slash.ts';
import type { Wording } from '../wording.ts';
import { number } from './number.ts';

export const slashStrings: Wording<typeof en> = {
  list: '命令、技能和提示词',
  nothing: '没有这个命令，将作为普通文字发送。',
  kinds: {
    command: '命令',
    skill: '技能',
    prompt: '提示词',
    mcp: '来自 MCP 服务器',
    app: 'Throughline',
  },
  scopes: { personal: '个人', project: '项目', app: '应用' },
  app: {
    clear: '开始新对话',
    compact: '立即压缩上下文',
    context: '查看上下文的构成',
    cost: '查看花费',
    memory: '你给每个对话的指令',
    resume: '查找并打开对话',
    mcp: 'MCP 服务器',
    commands: '命令、技能和提示词',
    plan: '先计划：只读，最后给出计划',
  },
  asking: (servers) => `正在等待 ${servers}…`,
  more: (count) => `还有 ${number(count)} 项，继续输入即可查找。`,
  untrusted: (count) => `此文件夹有 ${number(count)} 个命令和技能，但你还没有信任它。查看…`,
  none: '你还没有自己的命令。新建一个…',
  mayFollow: (hint) => `接着可输入：${hint}`,
  formHint: '按 Tab 打开表单。',
  required: '请填写此项。',
  notAChoice: '请从列表中选择。',
  optional: '可选',
  insert: '插入',
  insertHint: '按 Enter 把文字放入消息。',
  send: '发送',
  sendHint: '按 Enter 发送。',
};
