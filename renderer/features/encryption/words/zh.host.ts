// Chinese strings for the host's messages about encryption.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  'encrypting the data': '正在加密数据',
  'The key of the data is not available.': '数据的密钥不可用。',
  'Run this in a terminal: it shows a recovery code and asks for it.': '请在终端中运行：它会显示恢复码并要求输入。',
  'This is not the code that was shown. Nothing was changed.': '这不是刚才显示的恢复码。没有更改任何内容。',
  'This is not the code that was shown. Compare each group.': '这不是刚才显示的恢复码。请逐组核对。',
  'Something is still running. Wait until it ends, or stop it, and try again.':
    '还有任务在运行。请等它结束，或先停止它，然后重试。',
  'Your data is encrypted, and its key is not in this machine’s keychain. Run a command in a terminal to enter the recovery code, or set THROUGHLINE_RECOVERY_CODE.':
    '数据已加密，而本机的钥匙串里没有密钥。请在终端中运行命令来输入恢复码，或设置 THROUGHLINE_RECOVERY_CODE。',
  'Your data could not be opened: {0}. Existing files stay valid.': (reason) =>
    `无法打开数据：${reason}。现有文件仍然有效。`,
  'There is nothing to unlock.': '没有需要解锁的内容。',
  'recording costs': '记录费用',
  'another process is writing it': '另一个进程正在写入它',
  'Your data is encrypted, and not open yet.': '数据已加密，尚未解锁。',
  'This host cannot change the encryption. Use “throughline encryption”.':
    '这里不能更改加密。请使用 throughline encryption。',
  'The data is not encrypted.': '数据没有加密。',
  'The indexes cannot be encrypted on this system, so the data stays as it is.':
    '这个系统无法加密索引，因此数据保持原样。',
  'The data is already encrypted.': '数据已经加密。',
  'This is not a recovery code. It has nine groups of four characters.': '这不是恢复码。恢复码共九组，每组四个字符。',
  'This recovery code belongs to other data, or was replaced by a newer one.':
    '这个恢复码属于其他数据，或已被新的恢复码取代。',
  'it is encrypted, and its key is not available': '它已加密，而密钥不可用',
  'it is encrypted with another key': '它是用另一个密钥加密的',
  'it is encrypted in a newer format': '它是用更新的格式加密的',
  'The data is encrypted, but {0} could not be read, or is of a newer version. Nothing was changed. Restore that file from a backup.':
    (path) => `数据已加密，但 ${path} 无法读取，或来自更新的版本。没有更改任何内容。请从备份恢复该文件。`,
  'encryption.json could not be written: {0}.': (reason) => `无法写入 encryption.json：${reason}。`,
  'the data was encrypted or decrypted since this process opened it. Start it again':
    '数据在此进程打开之后被加密或解密了。请重新启动它',
  'it was changed meanwhile': '它在此期间被更改了',
};
