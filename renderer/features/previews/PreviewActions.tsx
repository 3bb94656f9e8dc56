// Actions of a preview: enlarge, and save as a file.

import { Download, Expand } from 'lucide-react';
import { lateStrings } from '../../core/lateStrings.ts';
import { useSession } from '../../core/state/context.tsx';
import type { PreviewKind } from '../../core/state/viewStore.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { previewEndings } from './previewKind.ts';
import { previewWords } from './words.ts';

const words = previewWords;

export interface ActionsProps {
  kind: PreviewKind;
  source: string;
  /** The rendered diagram. */
  svg: string | null;
  /** It is already enlarged. */
  large?: boolean;
}

export function PreviewActions({ kind, source, svg, large = false }: ActionsProps) {
  const { view } = useSession();
  const save = (ending: string, text: string): void => saveFile(`${words.file[kind]}.${ending}`, [text]);
  const saveSource = (): void => save(previewEndings[kind], source);
  return (
    <>
      {svg !== null && <CopyButton text={svg} label={words.copySvg} />}
      {svg === null ? (
        <IconButton icon={Download} label={words.save(previewEndings[kind])} size="small" onClick={saveSource} />
      ) : (
        <Menu align="end" trigger={<IconButton icon={Download} label={words.saveAs} size="small" />}>
          <MenuItem label={words.save('svg')} onSelect={() => save('svg', svg)} />
          <MenuItem label={words.save(previewEndings[kind])} onSelect={saveSource} />
        </Menu>
      )}
      {large ? (
        <CopyButton text={source} label={lateStrings.markdown.copyCode} />
      ) : (
        <IconButton
          icon={Expand}
          label={words.enlarge}
          size="small"
          onClick={() => view.setState({ dialog: { type: 'preview', kind, source } })}
        />
      )}
    </>
  );
}
