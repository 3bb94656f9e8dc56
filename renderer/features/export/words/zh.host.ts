// What is said of a conversation that goes elsewhere, as a file or as traces: Chinese.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  '{0} already exists. Nothing was written.': '{0}已经存在。没有写入任何内容。',
  '{0} could not be written: {1}.': '无法写入{0}：{1}。',
  'This conversation has a name that cannot be a file of {0}.': '这个对话的名称不能用作{0}的文件。',
  'This is more than the {0} MB that a window saves. Use the command line: throughline export ID --to {1} --out FILE':
    '超过了窗口能保存的上限（{0} MB）。请使用命令行：throughline export ID --to {1} --out FILE',
  'This export is no longer there. Begin again.': '这个导出已不存在。请重新开始。',
  'This conversation is too large for one file of this format.': '这个对话太大，无法存成这种格式的单个文件。',
  'The values of the headers are missing. Enter them again; nothing is sent without them.':
    '缺少请求头的值。请重新输入；没有它们就不会发送任何内容。',
  'Enter the address first: headers are kept for it alone.': '请先输入地址：请求头只为该地址保存。',
  'Enter the address first.': '请先输入地址。',
  'The test was stopped.': '测试已停止。',
  'The server refused the headers (HTTP {0}). Check their values.': '服务器拒绝了请求头（HTTP {0}）。请检查它们的值。',
  'Nothing takes spans at this address (HTTP {0}). Check it.': '这个地址不接收 span（HTTP {0}）。请检查地址。',
  'The server wants another address (HTTP {0}). Enter that one: headers are sent to no other.':
    '服务器要求改用另一个地址（HTTP {0}）。请输入那个地址：请求头不会发送到别处。',
  'The server answered with HTTP {0}.': '服务器返回了 HTTP {0}。',
  'The server did not answer within {0} seconds.': '服务器在{0}秒内没有响应。',
};
