// Chinese strings for the host's messages about the API.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'A token needs a name of 1 to {0} characters.': (count) => `令牌名称须为 1 到 ${count} 个字符。`,
  'A token needs at least one scope.': '令牌至少需要一项权限。',
  'Name both a provider and a model, or neither.': '请同时指定服务商和模型，或都不指定。',
  'The client closed the connection.': '客户端关闭了连接。',
  'There are already {0} tokens. Revoke one first.': (count) => `已有 ${count} 个令牌。请先撤销一个。`,
  'There is already a token named “{0}”. Revoke it first.': (name) => `已有名为“${name}”的令牌。请先撤销它。`,
  'There is no model “{0}”. GET /v1/models lists them.': (name) => `没有模型“${name}”。GET /v1/models 会列出所有模型。`,
  'There is no token “{0}”.': (name) => `没有令牌“${name}”。`,
  'This call can only be allowed in Throughline’s window.': '此调用只能在 Throughline 的窗口中允许。',
  'This is a bug in Throughline. It has been logged.': '这是 Throughline 的程序错误，已记录到日志。',
  'This message has no such call.': '此消息没有这个调用。',
  'changing who may use the API': '更改谁可以使用 API',
};
