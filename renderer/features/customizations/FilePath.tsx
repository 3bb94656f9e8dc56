// The file of a customization, with a button that copies its path.

import { CopyButton } from '../../ui/CopyButton.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { customizationWords } from './words.ts';

export function FilePath({ path }: { path: string }) {
  return (
    <span className="flex items-center gap-1 text-ink-3 text-small">
      <span className="wrap-anywhere font-mono">{visibleText(path)}</span>
      <CopyButton text={path} label={customizationWords.page.copyPath} />
    </span>
  );
}
