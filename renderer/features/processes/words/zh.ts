// Chinese strings for background commands and sub-agents on the first screen.

import { number } from '../../../core/words/number.zh.ts';
import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './en.ts';

export const catalog: Wording<typeof english> = {
  title: '后台命令',
  running: (count) => `${number(count)} 个后台命令`,
  agent: {
    above: '发起自',
    workFor: '发起自：',
    toCall: '前往该调用',
  },
};
