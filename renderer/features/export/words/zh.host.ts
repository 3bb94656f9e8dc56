// Chinese translations of host sentences about exports and traces.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  '{0} already exists. Nothing was written.': '{0}已存在。没有写入任何内容。',
  '{0} could not be written: {1}.': '无法写入{0}：{1}。',
  'This conversation’s name cannot be used as a {0} file name.': '此对话的名称不能用作{0}的文件名。',
  'The window cannot save more than {0} MB. Use the command line: throughline export ID --to {1} --out FILE':
    '窗口无法保存超过{0} MB 的内容。请使用命令行：throughline export ID --to {1} --out FILE',
  'This export no longer exists. Start again.': '此导出已不存在。请重新开始。',
  'This conversation is too large for one file in this format.': '此对话太大，无法保存为此格式的单个文件。',
  'The header values are missing. Enter them again. Nothing is sent without them.':
    '缺少请求头的值。请重新输入。没有这些值就不会发送任何内容。',
  'Enter the address first. Headers are saved for a specific address.': '请先输入地址。请求头只为特定地址保存。',
  'Enter the address first.': '请先输入地址。',
  'The test was stopped.': '测试已停止。',
  'The server refused the headers (HTTP {0}). Check their values.': '服务器拒绝了请求头（HTTP {0}）。请检查它们的值。',
  'Nothing accepts spans at this address (HTTP {0}). Check the address.':
    '这个地址不接收 span（HTTP {0}）。请检查地址。',
  'The server redirects to another address (HTTP {0}). Enter that address. Headers are not sent anywhere else.':
    '服务器重定向到另一个地址（HTTP {0}）。请输入该地址。请求头不会发送到其他地方。',
  'The server returned HTTP {0}.': '服务器返回了 HTTP {0}。',
  'The server does not accept this encoding (HTTP 415). Choose the other one.':
    '服务器不接受这种编码（HTTP 415）。请选择另一种。',
  'The server did not respond within {0} seconds.': '服务器在{0}秒内没有响应。',
};
