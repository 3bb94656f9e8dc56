// What is said of prompts and resources of servers: Chinese.

import type { HostTranslations } from '../../hostTranslations.ts';

export const mcpOfferWords: HostTranslations = {
  'It was cancelled.': '已取消。',
  'The MCP server {0} did not respond within {1} s.': 'MCP 服务器{0}在{1}秒内没有应答。',
  'The MCP server {0} says: {1}': 'MCP 服务器{0}称：{1}',
  'it requires sign-in': '它要求登录',
  'The MCP server {0} is not available: {1}.': 'MCP 服务器{0}不可用：{1}。',
  'The MCP server {0} is still starting. Try again.': 'MCP 服务器{0}仍在启动，请稍后重试。',
  'Skipped a prompt whose description does not follow the protocol: {0}': '略过了一个描述不符合协议的提示词：{0}',
  'Skipped a page of its prompts: {0}': '略过了一页提示词：{0}',
  'It offers too many prompts, or very large ones; only the first {0} are used.':
    '它的提示词太多或太大，只使用前{0}个。',
  'Its prompts could not be listed: {0}': '无法列出它的提示词：{0}',
  'Its list of prompts has changed.': '它的提示词列表已更改。',
  'Skipped a resource whose description does not follow the protocol: {0}': '略过了一个描述不符合协议的资源：{0}',
  'Skipped a page of its resources: {0}': '略过了一页资源：{0}',
  'It offers too many resources, or very large descriptions; only the first {0} are listed.':
    '它的资源太多或描述太大，只列出前{0}个。',
  'Its resources could not be listed: {0}': '无法列出它的资源：{0}',
  'Its list of resources has changed.': '它的资源列表已更改。',
  '/{0} is too large: it has {1} bytes; at most {2} can be sent.': '/{0}太大：共{1}字节，最多可以发送{2}字节。',
  '/{0} is empty: its server gave no text.': '/{0}是空的：服务器没有给出任何内容。',
  '/{0} has no argument for {1}.': '/{0}没有可以接收{1}的参数。',
  '/{0} needs {1}. Write it as {2}': '/{0}缺少{1}。请写成：{2}',
  'It is read when the message is sent.': '发送消息时会读取它。',
  'Its server gave nothing for it.': '服务器没有给出它的内容。',
  'It is too large: it has {0} bytes; at most {1} can be sent.': '它太大：共{0}字节，最多可以发送{1}字节。',
};
