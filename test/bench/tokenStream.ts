// Streams a reply token by token at a steady rate, like a fast model.

import type { Reply, ReplyStep } from '../support/fakeModelServer.ts';

const beat = 20;

/** Returns typical reply Markdown as about `tokens` tokens of four letters. */
export function replyTokens(tokens: number): string[] {
  const parts: string[] = [];
  let length = 0;
  for (let at = 0; length < tokens * 4; at++) {
    const part = forms[at % forms.length]?.(at) ?? '';
    parts.push(part);
    length += part.length;
  }
  return (parts.join('').match(/[\s\S]{1,4}/g) ?? []).slice(0, tokens);
}

/** Sends this many tokens per second, in batches every 50 ms; the clock starts at the request. */
export function tokenReply(tokens: readonly string[], aSecond: number): Reply {
  return () => {
    const each = Math.max(1, Math.round((aSecond * beat) / 1000));
    const began = performance.now();
    const steps: ReplyStep[] = [];
    for (let from = 0; from < tokens.length; from += each) {
      const due = began + (from / each) * beat;
      steps.push({ until: at(due) }, { text: tokens.slice(from, from + each) });
    }
    return steps;
  };
}

function at(due: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
}

const forms: readonly ((at: number) => string)[] = [
  (at) =>
    `## Step ${at}\n\nFirst the **rows** are read, then \`part${at}.ts\` is *changed*, and what is left over is kept.\n\n`,
  (at) => `- a list of what was found in ${at}\n- with [a link](https://example.org/${at}) in it\n- and a last one\n\n`,
  (at) =>
    `\`\`\`ts\nexport function part${at}(rows: number): string {\n  return rows.toString(${(at % 30) + 2});\n}\n\`\`\`\n\n`,
  (at) => `| name | value |\n| --- | ---: |\n| rows | ${at} |\n| parts | ${at * 2} |\n\n`,
  (at) => `> What was said before counts still, ${at} times, and goes on for some words more.\n\n`,
];
