// Chinese strings for projects that are the same repository.

import type { Wording } from '../../../core/words/wording.ts';
import type { catalog as english } from './en.ts';

export const catalog: Wording<typeof english> = {
  region: '同一仓库',
  offer: (name, other) =>
    name === other
      ? `有两个名为“${name}”的项目来自同一仓库。要作为一个项目显示吗？`
      : `“${other}”与“${name}”来自同一仓库。要作为一个项目显示吗？`,
  where: (folder) => `另一个项目的文件夹是 ${folder}。`,
  elsewhere: '另一个项目在本机没有文件夹。',
  join: '合并显示',
  no: '分开显示',
  joinWith: (name) => `与“${name}”合并显示`,
  split: (name) => `单独显示“${name}”`,
  hereToo: '在本机没有文件夹',
};
