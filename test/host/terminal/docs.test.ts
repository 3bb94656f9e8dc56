// Every command line in the guides can be typed: the command and its options exist, and the arguments fit.

import { expect, test } from 'vitest';
import { commands } from '../../../electron/commands.ts';
import { parseCommandLine } from '../../../electron/host/terminal/commandLine.ts';
import { readText, repositoryFiles } from '../../../scripts/house/tree.ts';
import { cite } from '../../support/cite.ts';

const guides = repositoryFiles().filter((file) => /^(?:docs\/(?!decisions\/|formats\/).*|[A-Z_]+)\.md$/.test(file));

/** Returns what follows `throughline` in code blocks, without the explanation after two spaces; and in code within a sentence. */
function commandLines(page: string): { line: string; isWhole: boolean }[] {
  const text = page.replaceAll(/^```[\s\S]*?^```$/gm, '');
  const blocks = [...text.matchAll(/^(?: {4,}|.*\| )throughline (\S.*)$/gm)].filter(([all]) => /^ {4}/.test(all));
  const inline = [...text.replaceAll(/^ {4,}.*$/gm, '').matchAll(/`throughline ([^`\n]+)`/g)];
  return [
    ...blocks.map(([, line = '']) => ({ line: line.split(/ {2,}/, 1)[0] ?? '', isWhole: true })),
    ...inline.map(([, line = '']) => ({ line, isWhole: false })),
  ];
}

/** Splits at spaces outside of quotes. `[NAME]` is optional, and `…` is any text. */
function argumentsOf(line: string): string[] {
  return [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)]
    .map(([word]) => word.replaceAll(/["']/g, ''))
    .filter((word) => !/^\[.*\]$|^…$/.test(word));
}

function problemOf({ line, isWhole }: { line: string; isWhole: boolean }): string | null {
  const parsed = parseCommandLine(argumentsOf(line), commands);
  if (parsed.kind !== 'wrong' || /^serve\b/.test(line)) return null;
  // Within a sentence, arguments may be left out.
  return isWhole || /option|Unknown/.test(parsed.message) ? `${line}: ${parsed.message}` : null;
}

test(cite('SITE-1', 'every command line in the guides exists'), () => {
  const lines = guides.flatMap((guide) => commandLines(readText(guide)).map((each) => ({ guide, ...each })));
  expect(lines.length).toBeGreaterThan(100);
  const problems = lines.map((each) => ({ guide: each.guide, problem: problemOf(each) }));
  expect(problems.filter(({ problem }) => problem !== null)).toEqual([]);
});

test(cite('SITE-1', 'a command or option that does not exist is reported'), () => {
  const text =
    '    throughline lists --all\n    throughline list --everything   lists\n\nSee `throughline run --nothing`.\n';
  expect(commandLines(text).map(problemOf)).toEqual([
    expect.stringContaining('Unknown command "lists"'),
    expect.stringContaining("'--everything'"),
    expect.stringContaining("'--nothing'"),
  ]);
});
