// The host's sentences in the language of the window. They are many, and the first drawing needs none of them: they are loaded
// beside it, and nothing of the host is heard before they are there (renderer/app/createSession.ts).

import type { SayOfHost } from './hostForms.ts';

export interface HostWords {
  say: SayOfHost;
  /** Why a call is asked about. */
  reason(text: string): string;
  /** What a call will do, where the host says it as a sentence. `tool`: of the app's own; empty for any other. */
  preview(tool: string, text: string): string;
}

export interface LateHostWords extends HostWords {
  learn(words: HostWords): void;
}

/** Until they are learnt, and where they could not be loaded, all is as the host said it. */
export function createLateHostWords(): LateHostWords {
  let learnt: HostWords | null = null;
  return {
    learn(words) {
      learnt = words;
    },
    say: (text) => learnt?.say(text) ?? null,
    reason: (text) => learnt?.reason(text) ?? text,
    preview: (tool, text) => learnt?.preview(tool, text) ?? text,
  };
}
