// The entries of a folder, indented by their depth.

import { File, Folder } from 'lucide-react';
import { LineChunks } from './LineChunks.tsx';

export function ListView({ content }: { content: string }) {
  return (
    <div className="py-2 text-ui">
      <LineChunks lines={content.split('\n')} render={(line, index) => <Entry key={index} line={line} />} />
    </div>
  );
}

function Entry({ line }: { line: string }) {
  if (/^\[.*\]$/.test(line)) return <p className="px-3 pt-1 text-ink-3 text-small">{line.slice(1, -1)}</p>;
  const isFolder = line.endsWith('/');
  const segments = (isFolder ? line.slice(0, -1) : line).split('/');
  const Icon = isFolder ? Folder : File;
  return (
    <div className="flex items-center gap-2 px-3 leading-6" style={{ paddingLeft: 12 + (segments.length - 1) * 18 }}>
      <Icon className="size-3.5 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
      <span className="wrap-anywhere min-w-0">{segments.at(-1)}</span>
    </div>
  );
}
