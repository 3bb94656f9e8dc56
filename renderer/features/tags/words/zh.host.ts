// Chinese strings for the host's messages about tags.

import type { HostTranslations } from '../../../core/words/hostTranslations.ts';

export const hostTranslations: HostTranslations = {
  "Another app's session cannot have tags. Continue it here first.":
    '其他应用的会话不能添加标签。请先在这里继续该会话。',
  'A conversation can have at most {0} tags.': (max) => `一个对话最多可有 ${max} 个标签。`,
};
