// Scripts of sed, awk and jq that only print: the few common forms. Anything else may run a program, write a file or
// reveal the environment, and is asked about; the sandbox contains all of them.

// Programs disagree about brackets between delimiters, so none are accepted.
const sedAddress = String.raw`(?:\d+|\$|/[^/\\\[\]\n]+/)`;
const sedCommand = String.raw`(?:(?:${sedAddress}(?:,${sedAddress})?)?\s*[pdq=]|s/[^/\\\[\]\n]+/[^/\\\[\]\n]*/[gIip\d]*|s\|[^|\\\[\]\n]+\|[^|\\\[\]\n]*\|[gIip\d]*)`;
const awkValue = String.raw`(?:\$\d+|\$NF|NR|NF|"[^"\\\n]*")`;
const awkWhen = String.raw`(?:NR\s*[=<>]=?\s*\d+(?:\s*&&\s*NR\s*[=<>]=?\s*\d+)?|/[^/\\\n]+/)`;

const plainScripts = {
  sed: new RegExp(String.raw`^\s*${sedCommand}(?:\s*;\s*${sedCommand})*\s*$`),
  awk: new RegExp(
    String.raw`^\s*(?:${awkWhen}|(?:${awkWhen})?\s*\{\s*print(?:\s+${awkValue}(?:[\s,]+${awkValue})*)?\s*\})\s*$`,
  ),
  jq: /^\s*(?:\.[A-Za-z_]\w*|\.\[(?:\d+|"[\w-]+")?\]|\.)(?:\.?[A-Za-z_]\w*|\[(?:\d+|"[\w-]+")?\])*(?:\s*\|\s*(?:keys|length)(?:\[\])?)?\s*$/,
} as const;

export function isPlainScript(language: keyof typeof plainScripts, script: string): boolean {
  return plainScripts[language].test(script);
}
