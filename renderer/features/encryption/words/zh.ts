// Chinese strings for encryption of the data folder.

import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './en.ts';

export const catalog: Wording<typeof english> = {
  title: '加密',
  off: 'Throughline 没有加密你的数据。如果磁盘本身已加密（FileVault、BitLocker、LUKS），可能不需要它。',
  on: '你的数据已加密。',
  partly: '部分数据已加密。重新启动 Throughline 会转换其余部分。',
  what: '加密对话、结果、附件、记忆、费用和搜索索引。设置、规则、MCP 服务器和预设仍是普通文件。',
  turnOn: '加密…',
  turnOff: '解密…',
  newCode: '更换恢复码…',
  busy: '还有任务在运行。请等它结束，或先停止它。',
  codeTitle: '恢复码',
  codeBody:
    '请抄下这个恢复码，并放在这台电脑之外。密钥保存在本机的钥匙串中；如果钥匙串丢失，只有这个恢复码能打开你的数据。',
  noKeychain: '这台电脑没有钥匙串，因此每次启动都需要这个恢复码。',
  copy: '复制恢复码',
  typed: '输入恢复码',
  typedHint: '用来确认你已经抄下它。',
  encrypt: '加密并重新启动',
  replace: '更换恢复码',
  replaced: '恢复码已更换。旧的恢复码不能再打开这些数据。',
  offTitle: '要解密数据吗？',
  offBody: '任何能访问这个磁盘的人都将能读取这些文件。Throughline 会重新启动并转换文件。',
  decrypt: '解密并重新启动',
  locked: '你的数据已加密',
  lockedBody: '本机的钥匙串里没有密钥。请输入恢复码。',
  code: '恢复码',
  unlock: '解锁',
  unlocking: '正在解锁…',
  memory: '这台电脑没有钥匙串，下次启动还需要恢复码。',
  encrypting: '正在加密数据',
  decrypting: '正在解密数据',
  progress: (done, of) => `${done.toLocaleString('zh')} / ${of.toLocaleString('zh')} 个文件`,
  convertingBody: '中途退出不会丢失任何内容，下次启动会继续。',
  failed: '无法打开你的数据',
  retry: '重试',
};
