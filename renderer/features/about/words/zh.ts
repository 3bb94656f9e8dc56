// Chinese strings of the page “About”.

import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './en.ts';

export const catalog: Wording<typeof english> = {
  version: (version) => `Throughline ${version} 版`,
  license: 'Throughline 是采用 Apache License 2.0 的自由软件。',
  licenses: '许可证',
  intro: 'Throughline 包含许多人的作品。Electron 和 Chromium 的声明另随应用提供。',
  find: '查找软件包或许可证',
  none: '没有匹配的软件包。',
  reading: '正在读取许可证…',
  failed: '无法读取许可证。软件包中的 THIRD-PARTY-NOTICES.txt 文件也包含它们。',
  source: (address) => `来源：${address}`,
};
