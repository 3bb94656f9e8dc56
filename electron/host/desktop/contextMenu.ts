// The menu of a right click on text, fields, links and pictures, for every page of the app. Where the page has a menu of
// its own, the system's does not open.

import type { ContextMenuParams, MenuItemConstructorOptions, Shell, WebContents } from 'electron';
import type { DesktopLabels } from '../../../shared/features/desktop/labels.ts';
import { isSafeToOpen, openExternally } from './openExternally.ts';

export interface ContextMenuParts {
  shell: Pick<Shell, 'openExternal'>;
  clipboard: { writeText(text: string): unknown };
  labels(): DesktopLabels;
  popup(template: MenuItemConstructorOptions[]): void;
}

type Spelling = Pick<Electron.Session, 'addWordToSpellCheckerDictionary'>;
type MenuContents = Pick<WebContents, 'replaceMisspelling' | 'copyImageAt'> & { session: Spelling };

const maxSuggestions = 5;

export function addContextMenu(contents: WebContents, parts: ContextMenuParts): void {
  contents.on('context-menu', (_, params) => {
    const template = contextMenuTemplate(params, contents, parts);
    if (template.length > 0) parts.popup(template);
  });
}

type MenuParams = Pick<
  ContextMenuParams,
  | 'dictionarySuggestions'
  | 'editFlags'
  | 'isEditable'
  | 'linkURL'
  | 'mediaType'
  | 'misspelledWord'
  | 'selectionText'
  | 'x'
  | 'y'
>;

function contextMenuTemplate(
  params: MenuParams,
  contents: MenuContents,
  { shell, clipboard, labels, popup: _ }: ContextMenuParts,
): MenuItemConstructorOptions[] {
  const menuLabels = labels();
  const groups = [
    spellingItems(params, contents, menuLabels),
    linkItems(params, shell, clipboard, menuLabels),
    params.mediaType === 'image'
      ? [{ label: menuLabels.copyImage, click: () => contents.copyImageAt(params.x, params.y) }]
      : [],
    textItems(params, menuLabels),
  ];
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, at) => (at === 0 ? group : [{ type: 'separator' as const }, ...group]));
}

function spellingItems(
  { isEditable, misspelledWord, dictionarySuggestions }: MenuParams,
  contents: MenuContents,
  words: DesktopLabels,
): MenuItemConstructorOptions[] {
  if (!isEditable || misspelledWord === '') return [];
  const suggestions = dictionarySuggestions.slice(0, maxSuggestions).map((word) => ({
    label: word,
    click: () => contents.replaceMisspelling(word),
  }));
  return [
    ...(suggestions.length > 0 ? suggestions : [{ label: words.noSuggestion, enabled: false }]),
    { label: words.addWord, click: () => void contents.session.addWordToSpellCheckerDictionary(misspelledWord) },
  ];
}

/** Under the same rules as a click: web and mail addresses only. */
function linkItems(
  { linkURL }: MenuParams,
  shell: ContextMenuParts['shell'],
  clipboard: ContextMenuParts['clipboard'],
  words: DesktopLabels,
): MenuItemConstructorOptions[] {
  if (!isSafeToOpen(linkURL)) return [];
  return [
    { label: words.openLink, click: () => void openExternally(shell, linkURL) },
    { label: words.copyLink, click: () => void clipboard.writeText(linkURL) },
  ];
}

function textItems(
  { isEditable, editFlags, selectionText }: MenuParams,
  words: DesktopLabels,
): MenuItemConstructorOptions[] {
  if (isEditable) {
    return [
      { role: 'cut', label: words.cut, enabled: editFlags.canCut },
      { role: 'copy', label: words.copy, enabled: editFlags.canCopy },
      { role: 'paste', label: words.paste, enabled: editFlags.canPaste },
      { role: 'selectAll', label: words.selectAll, enabled: editFlags.canSelectAll },
    ];
  }
  return selectionText.trim() === '' ? [] : [{ role: 'copy', label: words.copy, enabled: editFlags.canCopy }];
}
