// Chinese strings for `@` mentions: path completion, attached contents, and trusting a folder's instructions.

import { number } from '../../../core/words/number.zh.ts';
import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './en.ts';

export const catalog: Wording<typeof english> = {
  list: '文件、文件夹和资源',
  found: (count) =>
    count === 1 ? '1 个匹配项。按 Enter 插入。' : `${number(count)} 个匹配项。用方向键选择，按 Enter 插入。`,
  nothing: '没有匹配项',
};
