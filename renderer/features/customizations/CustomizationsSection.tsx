// Settings page for commands, skills, prompts and agents: the list, or one entry in its place.

import { SquareSlash } from 'lucide-react';
import { useState } from 'react';
import type { CustomizationInfo } from '../../../shared/features/customizations/methods.ts';
import type { SettingsPage } from '../../core/feature.ts';
import { useChatProject } from '../../core/state/context.tsx';
import { useOpenerFocus } from '../../ui/ListPage.tsx';
import { CustomizationDetail } from './CustomizationDetail.tsx';
import { CustomizationEditor } from './CustomizationEditor.tsx';
import { CustomizationList } from './CustomizationList.tsx';
import { useCustomizations } from './useCustomizations.ts';
import { customizationWords } from './words.ts';

type Page = { type: 'list' } | { type: 'new'; kind: 'prompt' | 'command' } | { type: 'one'; info: CustomizationInfo };

const list: Page = { type: 'list' };

function CustomizationsSection() {
  const project = useChatProject();
  const customizations = useCustomizations(project);
  const [page, setPage] = useState<Page>(list);
  const toList = (): void => setPage(list);
  const opener = page.type === 'new' ? `new ${page.kind}` : page.type === 'one' ? page.info.id : null;
  const listPage = useOpenerFocus(opener);
  if (page.type === 'new') return <CustomizationEditor kind={page.kind} file={null} onDone={toList} />;
  if (page.type === 'one')
    return <CustomizationDetail info={page.info} projectId={project?.id ?? null} onBack={toList} />;
  return (
    <CustomizationList
      ref={listPage}
      list={customizations}
      project={project}
      onOpen={(info) => setPage({ type: 'one', info })}
      onNew={(kind) => setPage({ type: 'new', kind })}
    />
  );
}

export const customizationsPage: SettingsPage = {
  icon: SquareSlash,
  words: customizationWords,
  Section: CustomizationsSection,
};
