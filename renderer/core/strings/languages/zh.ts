// Chinese. Its strings are in ../zh, by area.

import type { WholeLanguage } from '../languageFile.ts';
import { host } from '../zh/sentences.ts';
import { zh } from '../zh.ts';

export const language: WholeLanguage = {
  locale: 'zh-CN',
  strings: zh,
  late: async () => (await import('../zhLate.ts')).zhLate,
  speech: host,
  host: async () => (await import('../zh/host.ts')).hostWords,
  earlierHost: async () => (await import('../zh/earlierHost.json')).default,
};
