// Language servers: which of those that the app can use are installed.

import { z } from 'zod';
import { defineMethod } from '../../protocol/method.ts';

export interface InstalledServer {
  /** The languages it checks, such as `Python`. */
  language: string;
  /** The program's name. */
  command: string;
  /** Absolute path. */
  path: string;
}

export const languageServersMethods = {
  /** `sandboxed`: false: there is no sandbox, so none is started. Starts nothing. */
  'languageServers.list': defineMethod<{ servers: InstalledServer[]; sandboxed: boolean }>()('none', z.object({})),
} as const;
