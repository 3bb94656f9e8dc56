// Chinese strings for the API settings.

import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './en.ts';

export const catalog: Wording<typeof english> = {
  intro:
    '让本机上的应用使用 Throughline：通过本地 API、作为与 OpenAI 兼容的模型服务器，或作为 MCP 客户端。在此允许之前，不会响应任何请求。',
  answersAt: (address) => `API 地址：${address}。`,
  answersNot: 'API 未启用。',
  tokens: '令牌',
  noTokens: '没有令牌。应用需要令牌才能使用 API。',
  neverUsed: '从未使用',
  lastUsed: (when) => `上次使用：${when}`,
  expires: (day) => `${day} 过期`,
  expired: '已过期',
  revoke: '撤销',
  revokeLabel: (name) => `撤销“${name}”`,
  newToken: '新建令牌',
  name: '名称',
  nameHint: '使用此令牌的应用。',
  scopes: '允许',
  scope: {
    'history:read': '读取和搜索对话',
    'calls:read': '读取工具调用的参数和结果',
    'runs:start': '开始对话',
    'runs:steer': '继续和停止对话',
    'approvals:answer': '回答批准请求（危险的除外）',
    openai: '通过与 OpenAI 兼容的端点使用你的模型',
  },
  days: '有效期',
  day: { 30: '30 天', 365: '一年', never: '直到撤销' },
  create: '创建',
  created: (name) => `“${name}”的令牌。请立即复制：它不会被保存，也无法再次显示。`,
  copy: '复制令牌',
  clients: 'MCP 客户端',
  clientsHint: '启动“throughline mcp”的应用。它们提出请求后会显示在这里。',
  noClients: '还没有客户端提出请求。',
  asks: '请求此权限',
  permission: {
    search: '搜索和列出对话',
    read: '读取对话',
    calls: '读取工具调用的参数和结果',
    start: '开始对话',
    continue: '继续对话',
  },
  removeClient: '移除',
  removeClientLabel: (name) => `移除“${name}”`,
  runsHint: '运行遵循你的批准模式，并在此等待你的回答。',
};
