// Chinese strings for the dialog that asks for the terminal's code.

import type { Wording } from '../../words/wording.ts';
import type { confirmStrings as en } from '../en/confirm.ts';

export const confirmStrings: Wording<typeof en> = {
  title: '用验证码确认',
  body: '此操作会放宽一项安全限制，因此需要在窗口之外确认。启动 Throughline 的终端中会显示所请求的内容和验证码。仅当这是你发起的请求时，才输入验证码。',
  code: '六位验证码',
  life: '两分钟内有效，只能使用一次。',
  wrong: (left) => `验证码错误，还可以再试 ${left} 次。`,
  confirm: '确认',
};
