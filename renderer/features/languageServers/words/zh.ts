// Chinese strings about language servers: the setting, and problems in a call's box.

import { number } from '../../../core/words/number.zh.ts';
import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './en.ts';

export const catalog: Wording<typeof english> = {
  use: '用语言服务器检查更改过的文件',
  useHint:
    '模型在受信任的文件夹中更改文件之后，由你安装的语言服务器检查，错误会发送给模型。服务器在沙盒中运行，不能更改任何内容，也无法访问网络。',
  installed: '在这台电脑上找到',
  none: '在 PATH 中没有找到 Throughline 支持的语言服务器。',
  noSandbox: '这台电脑上没有沙盒，因此不会启动语言服务器。',
  problems: (errors, warnings) =>
    [errors > 0 ? `${number(errors)} 个错误` : '', warnings > 0 ? `${number(warnings)} 个警告` : '']
      .filter(Boolean)
      .join('，') || '没有问题',
  elsewhere: (count) => `其他文件中新增 ${number(count)} 个错误`,
  separator: '，',
  by: (server) => `来自 ${server}`,
  severities: { error: '错误', warning: '警告', information: '信息', hint: '提示' },
  more: (count) => `还有 ${number(count)} 个`,
};
