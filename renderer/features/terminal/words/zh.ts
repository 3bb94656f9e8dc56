// Chinese strings for terminals.

import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './en.ts';

export const catalog: Wording<typeof english> = {
  title: '终端',
  close: '关闭终端面板',
  list: '终端列表',
  numbered: (name, number) => `${name} ${number}`,
  inputOf: (name) => `终端 ${name}。按 F6 离开。`,
  open: '打开终端',
  opening: '正在打开…',
  another: '新建终端',
  none: '这里还没有终端。',
  noneHint: '终端会在此对话的文件夹中打开。只有你能在其中输入，模型看不到它。',
  noFolder: '终端需要一个文件夹。',
  noFolderHint: '为此对话选择文件夹后，即可在其中打开终端。',
  untrusted: '信任此文件夹后才能打开终端。',
  untrustedHint: '打开终端可能会运行文件夹中的文件，例如提示符脚本。',
  trust: '信任此文件夹',
  sandboxed: '沙盒中',
  sandboxedHint: '此对话使用沙盒模式，因此终端只能写入其文件夹，且无法访问网络。',
  leave: '按 F6 离开终端',
  quote: '在消息中引用所选内容',
  nothingSelected: '请先在终端中选择文字。',
  more: '更多',
  rename: '重命名…',
  nameLabel: '终端名称',
  restart: '重新启动',
  clear: '清屏',
  screenReader: '屏幕阅读器模式',
  end: '关闭终端',
  endOf: (name) => `关闭${name}`,
  exited: (code) => (code === 0 ? '终端已退出。' : `终端已退出，退出代码为 ${code}。`),
  lost: '与应用的连接已断开，恢复后会继续显示输出。',
};
