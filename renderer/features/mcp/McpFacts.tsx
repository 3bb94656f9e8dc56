// Details of a server: its exact command or address in full, the names of its variables, and its self-description.

import type { ReactNode } from 'react';
import type { McpServerInfo } from '../../../shared/features/mcp/methods.ts';
import { formatFullTime, formatTime } from '../../core/format/time.ts';
import { strings, timeLocale } from '../../core/strings.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { mcpWords } from './words.ts';

const words = mcpWords.detail;

export function McpFacts({ server }: { server: McpServerInfo }) {
  const http = server.transport === 'http';
  const serverLabel = [server.serverName, server.serverVersion].filter(Boolean).join(' ');
  return (
    <dl className="mt-4 grid grid-cols-1 gap-x-4 gap-y-1.5 text-ui narrow:grid-cols-[96px_minmax(0,1fr)]">
      <Fact name={http ? words.address : words.runs}>
        <span className="flex items-start gap-2">
          <span className="wrap-anywhere max-h-48 min-w-0 flex-1 overflow-y-auto whitespace-pre-wrap font-mono text-code">
            <VisibleText text={server.runs} />
          </span>
          <CopyButton text={server.runs} label={words.copy} />
        </span>
      </Fact>
      {server.cwd !== null && (
        <Fact name={words.folder}>
          <span className="wrap-anywhere font-mono text-code">
            <VisibleText text={server.cwd} />
          </span>
        </Fact>
      )}
      <Fact name={http ? words.headers : words.variables}>
        {server.variables.length === 0 ? (
          <span className="text-ink-3">{words.noVariables}</span>
        ) : (
          <Variables server={server} />
        )}
      </Fact>
      {serverLabel !== '' && (
        <Fact name={words.server}>
          <span className="wrap-anywhere">
            <VisibleText text={serverLabel} />
          </span>
        </Fact>
      )}
      {server.protocol !== null && (
        <Fact name={words.protocol}>
          <VisibleText text={server.protocol} />
        </Fact>
      )}
      {server.pid !== null && <Fact name={words.process}>{server.pid}</Fact>}
      {server.startedAt !== null && (
        <Fact name={words.started}>
          <time dateTime={server.startedAt} title={formatFullTime(server.startedAt, timeLocale)}>
            {formatTime(server.startedAt, Date.now(), timeLocale, strings.ui.time)}
          </time>
        </Fact>
      )}
      <Fact name={words.timeout}>{words.seconds(server.timeoutSeconds)}</Fact>
      <Fact name={words.configuration}>
        <details>
          <summary className="cursor-default rounded-s text-ink-2 hover:text-ink">JSON</summary>
          <pre className="wrap-anywhere mt-1 max-h-72 overflow-y-auto whitespace-pre-wrap text-code">
            <VisibleText text={server.configuration} />
          </pre>
        </details>
      </Fact>
    </dl>
  );
}

function Variables({ server }: { server: McpServerInfo }) {
  return (
    <ul>
      {server.variables.map(({ name, secret }) => (
        <li key={name} className="wrap-anywhere">
          <span className="font-mono text-code">
            <VisibleText text={name} />
          </span>
          {secret && <span className="ml-2 text-ink-3 text-small">{words.secret}</span>}
        </li>
      ))}
    </ul>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="tabular min-w-0">{children}</dd>
    </>
  );
}
