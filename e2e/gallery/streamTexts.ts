// Long replies in every format that models write, generated deterministically.

const paragraph = (n: number): string =>
  `Step ${n}: the *health check* asks the database for **every row**, so that [the query](https://example.com/q/${n}) takes longer with each \`insert\`. The cost is $O(n \\log n)$ at $5 to $10 a month, and what it says of the service is nothing that a shorter question would not say. 健康检查不应该数每一行。`;

const list = (n: number): string =>
  [
    '- Ask `SELECT 1` instead',
    '- Give it **a limit** of its own',
    '- Keep the count where it is needed:',
    '  1. on the page',
    `  2. in report ${n}`,
  ].join('\n');

const code = (n: number): string =>
  `\`\`\`ts\nexport async function health${n}(): Promise<Health> {\n  const started = performance.now();\n\n  await pool.query({ text: 'SELECT ${n}', timeout: 2_000 }); // answers or throws\n  return { ok: true, tookMs: performance.now() - started };\n}\n\`\`\``;

const table = (n: number): string =>
  `| Check | Before | After |\n| --- | ---: | ---: |\n| median | ${n} ms | 3 ms |\n| 99th percentile | 4,210 ms | **11 ms** |`;

const formula = (n: number): string => `$$\n\\sum_{i=1}^{${n}} \\frac{x_i^2}{\\sqrt{n}} \\leq \\int_0^1 f(x)\\,dx\n$$`;

/** Adds sections until it has about this many lines. */
export function mixedText(lines: number): string {
  const sections: string[] = [];
  for (let n = 1, count = 0; count < lines; n++) {
    const section = `## Part ${n}\n\n${paragraph(n)}\n\n${list(n)}\n\n${code(n)}\n\n${table(n)}\n\n> What is guessed here is said, part ${n}.\n\n${n % 4 === 0 ? `${formula(n)}\n\n` : ''}`;
    count += section.split('\n').length - 1;
    sections.push(section);
  }
  return sections.join('');
}

export function codeText(lines: number): string {
  const body = Array.from({ length: lines }, (_, n) => `  const value${n} = await read('${n}'); // line ${n}`);
  return `Here it is:\n\n\`\`\`ts\n${body.join('\n')}\n\`\`\`\n\nThat is all.`;
}

export function tableText(rows: number): string {
  const body = Array.from({ length: rows }, (_, n) => `| ${n} | **row** ${n} | \`value_${n}\` | ${n * 7} ms |`);
  return `| # | Name | Value | Time |\n| ---: | --- | --- | ---: |\n${body.join('\n')}\n\nAfter the table.`;
}

export function listText(items: number): string {
  return Array.from({ length: items }, (_, n) => `${n + 1}. **Item ${n}** of the list, with \`code\` and words`).join(
    '\n',
  );
}

/** A reply of one line. */
export const oneLine = (letters: number): string => 'word '.repeat(Math.ceil(letters / 5));
