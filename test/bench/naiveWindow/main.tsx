// The same conversation rendered naively, for comparison: every message of the log is a row on the page, with replies
// by react-markdown and results as text; rows are memoized, and streaming text is parsed again on each frame.

import { memo, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';

interface Row {
  id: string;
  role: string;
  content: string | null;
  tool_calls?: { function: { name: string; arguments: string } }[];
}

const plugins = [remarkGfm];

const RowView = memo(function RowView({ row }: { row: Row }) {
  if (row.role === 'user') return <p>{row.content}</p>;
  if (row.role === 'tool') {
    return (
      <details>
        <summary>result</summary>
        <pre>{row.content}</pre>
      </details>
    );
  }
  return (
    <article>
      {row.tool_calls?.map((call) => (
        <code key={call.function.arguments}>
          {call.function.name} {call.function.arguments}
        </code>
      ))}
      <Markdown remarkPlugins={plugins}>{row.content ?? ''}</Markdown>
    </article>
  );
});

function Page({ rows }: { rows: readonly Row[] }) {
  const [typed, setTyped] = useState('');
  const [reply, setReply] = useState('');
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    end.current?.scrollIntoView();
    Object.assign(window, { streamed: (text: string) => setReply((before) => before + text) });
    document.documentElement.dataset.drawn = '';
  }, []);
  return (
    <>
      {rows.map((row) => (
        <RowView key={row.id} row={row} />
      ))}
      {reply && <Markdown remarkPlugins={plugins}>{reply}</Markdown>}
      <textarea aria-label="Message" value={typed} onChange={(event) => setTyped(event.target.value)} />
      <div ref={end} />
    </>
  );
}

const answer = await fetch('./rows.json');
const rows = (await answer.json()) as Row[];
createRoot(document.getElementById('root') as HTMLElement).render(<Page rows={rows} />);
