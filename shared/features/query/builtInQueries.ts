// Questions that the query page and `throughline query --list` offer. Their names are strings of the window; IDs are stable.

const p95 = 'max(CASE WHEN place <= (measured * 95 + 99) / 100 THEN ms END)';

export const builtInQueries = {
  tools: `WITH ranked AS (
  SELECT tool, failed, ms, count(ms) OVER (PARTITION BY tool) AS measured,
    row_number() OVER (PARTITION BY tool ORDER BY ms NULLS LAST) AS place
  FROM calls
)
SELECT tool, count(*) AS calls, sum(failed) AS failed, round(avg(ms)) AS average_ms,
  ${p95} AS p95_ms
FROM ranked
GROUP BY tool
ORDER BY calls DESC`,
  costs: `SELECT strftime('%G-W%V', at) AS week, provider, model, count(*) AS requests,
  sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens, round(sum(usd), 4) AS usd
FROM costs
GROUP BY week, provider, model
ORDER BY week DESC, usd DESC`,
  slowest: `SELECT at, tool, ms, coalesce(command, path, arguments) AS what, conversation
FROM calls
WHERE ms IS NOT NULL
ORDER BY ms DESC
LIMIT 50`,
  files: `SELECT folder, path, count(*) AS changes, sum(added) AS added, sum(removed) AS removed, max(at) AS last_change
FROM files
GROUP BY folder, path
ORDER BY changes DESC
LIMIT 100`,
  unasked: `SELECT command, decided_by, rule, count(*) AS runs, sum(failed) AS failed, max(at) AS last_run
FROM calls
WHERE command IS NOT NULL AND decided_by IN ('rule', 'mode', 'sandbox', 'agent', 'unasked') AND outcome <> 'denied'
GROUP BY command, decided_by, rule
ORDER BY runs DESC
LIMIT 100`,
  servers: `SELECT server, tool, count(*) AS errors, max(at) AS last_error, max(result) AS example
FROM calls
WHERE server IS NOT NULL AND failed
GROUP BY server, tool
ORDER BY errors DESC`,
} as const;

export type BuiltInQuery = keyof typeof builtInQueries;
