// Replies with previews, and with content that is wider than text.

export const diagram = `sequenceDiagram
  participant W as Window
  participant H as Host
  participant M as Model
  W->>H: message
  H->>H: append, then fsync
  H->>M: request
  M-->>H: reply, call by call
  H-->>W: events
  Note over W,H: a view that is late takes a snapshot`;

const flow = `flowchart LR
  A[健康检查] --> B{够快吗？}
  B -- 是 --> C([部署])
  B -- 否 --> D[量一量] --> A`;

const picture = `<svg viewBox="0 0 360 160" width="360" height="160">
  <rect x="8" y="8" width="344" height="144" rx="12" fill="#e8f1f2" stroke="#3b7a80"/>
  <polyline points="24,128 80,96 136,108 192,60 248,72 336,28" fill="none" stroke="#3b7a80" stroke-width="3"/>
  <text x="24" y="40" font-family="sans-serif" font-size="14">p95, ms</text>
</svg>`;

const page = `<!doctype html>
<style>body{font:15px/1.5 system-ui;margin:16px} button{padding:4px 12px}</style>
<h2>Litres for a week</h2>
<p>Rain: <b id="rain">2</b> mm → <b id="water">3</b> litres</p>
<button onclick="rain.textContent = +rain.textContent + 1; water.textContent = Math.max(0, 5 - rain.textContent)">More rain</button>`;

const fence = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\``;

export const previews = [
  'A message goes this way:',
  fence('mermaid', diagram),
  'Last week:',
  fence('svg', picture),
  'And a page to try it:',
  fence('html', page),
].join('\n\n');

export const moreDiagrams = [
  '检查的流程：',
  fence('mermaid', flow),
  'This one has a mistake in it:',
  fence('mermaid', 'flowchart LR\n  A[open --> B\n  B --> '),
].join('\n\n');

const longCode = `export async function measure(name: string, times: number, run: () => Promise<void>): Promise<{ name: string; median: number; slowest: number }> {
  const taken: number[] = [];
  for (let at = 0; at < times; at++) {
    const started = performance.now();
    await run();
    taken.push(performance.now() - started);
  }
  // Sorted as numbers: the default order is that of texts.
  taken.sort((one, other) => one - other);
  return { name, median: taken[Math.floor(times / 2)] ?? Number.NaN, slowest: taken.at(-1) ?? Number.NaN };
}`;

const table = `| Route | Before, p50 | Before, p95 | After, p50 | After, p95 | What changed | Where it stands |
| --- | ---: | ---: | ---: | ---: | --- | --- |
| \`GET /health\` | 410 ms | 1,200 ms | 12 ms | 31 ms | One query in place of one for each harbour | \`src/health.ts\` |
| \`GET /harbours/:id/tides\` | 88 ms | 240 ms | 84 ms | 230 ms | Nothing, it only waits for the weather service | \`src/tides/byHarbour.ts\` |
| \`POST /orders\` | 140 ms | 390 ms | 96 ms | 205 ms | 一次写入，不再逐条确认 | \`src/orders/create.ts\` |`;

export const wide = [
  'The health check asked the database once for each harbour, which is why it took longer with every harbour that was added.[^1] It asks once now, for all of them, and what it finds is kept for five seconds.[^why] A paragraph keeps a measure that can be read, however wide the window is: the eye has to find the next line.',
  fence('ts', longCode),
  'Measured with the same data, one hundred times each:',
  table,
  '- [x] One query in place of many\n- [x] A test that counts the queries\n- [ ] The same for `/harbours/:id/tides`\n  - [ ] ask who owns the weather service\n- [ ] 更新使用说明',
  '[^1]: 41 queries for 40 harbours, by the log of the database.\n\n[^why]: A monitor asks every ten seconds, so that nothing older than that is ever shown. See `src/health.ts`.',
].join('\n\n');
