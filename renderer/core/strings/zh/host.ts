// Every host sentence in Chinese, by area. Loaded after the first render: no host sentence appears before it.

import type { HostTranslations } from '../../words/hostTranslations.ts';
import { removalWords } from './host/removal.ts';
import { storeWords } from './host/store.ts';
import { valueWords } from './host/values.ts';

/** The features' own are next to them. */
const ofFeatures = import.meta.glob<HostTranslations>('../../../features/*/words/zh.host.ts', {
  eager: true,
  import: 'hostTranslations',
});

export const hostWords: HostTranslations = {
  ...Object.assign({}, ...Object.values(ofFeatures)),
  ...storeWords,
  ...removalWords,
  ...valueWords,
  'This host has no local server.': '此主机没有本地服务器。',
};
