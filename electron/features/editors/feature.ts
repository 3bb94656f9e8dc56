// editor.*: opens files of a conversation's folder in the user's editor.

import { ok, type Result } from '../../../shared/core/errors.ts';
import type { editorMethods } from '../../../shared/features/editors/methods.ts';
import type { Settings } from '../../../shared/features/settings/settings.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppNeeds, AppParts } from '../appParts.ts';
import { folderOfConversation } from '../conversationFolder.ts';
import { editorPower } from '../dangerousPowers.ts';
import { defineFeature } from '../feature.ts';
import { parseEditorCommand } from './editorCommand.ts';
import { createEditors, type EditorStart, type Editors } from './editors.ts';

export const editorsFeature = defineFeature<typeof editorMethods>()({
  create: ({ env }: AppNeeds) => createEditors(env),
  handlers: editorHandlers,
});

function editorHandlers(deps: AppParts, editors: Editors): HandlersOf<typeof editorMethods> {
  const setting = async () => (await deps.settings.read()).settings.editor;

  async function save(change: Partial<Settings['editor']>): Promise<Result<Settings>> {
    const updated = await deps.settings.update({ editor: { ...(await setting()), ...change } });
    if (updated.ok) deps.feed.publish({ type: 'settings.changed', settings: updated.value });
    return updated;
  }

  /** Makes the planned editor the preferred one, if the user may. */
  async function prefer({ name, label, program }: EditorStart): Promise<Result<unknown>> {
    const saved = await setting();
    if (name === saved.preferred) return ok(undefined);
    // The desktop's window is the app's own. The user confirmed a custom command when it was saved.
    const allowed =
      deps.host === 'desktop' && name !== 'custom'
        ? ok(undefined)
        : deps.confirm.require(editorPower(name === 'custom' ? saved.command : `${label} (${program})`));
    return allowed.ok ? save({ preferred: name }) : allowed;
  }

  return {
    async 'editor.list'() {
      const { preferred, command } = await setting();
      return ok({ installed: await editors.list(), preferred, command });
    },

    async 'editor.open'({ conversationId, path, line, column, editor }) {
      const folder = await folderOfConversation(deps.store, conversationId);
      if (!folder.ok) return folder;
      // Only an existing text or binary file: an editor would offer to create others.
      const file = await deps.files.realFile(folder.value, path);
      if (!file.ok) return file;
      const saved = await setting();
      const plan = await editors.plan(editor ?? saved.preferred, saved.command, { file: file.value, line, column });
      if (!plan.ok) return plan;
      const preference = await prefer(plan.value);
      if (!preference.ok) return preference;
      const { label } = plan.value;
      const started = await editors.start(plan.value, folder.value);
      return started.ok ? ok({ name: label }) : started;
    },

    async 'editor.choose'({ editor, asks }) {
      if (editor !== null) {
        const plan = await editors.plan(editor, (await setting()).command, { file: '' });
        if (!plan.ok) return plan;
        const preferred = await prefer(plan.value);
        if (!preferred.ok) return preferred;
      }
      const updated = await save({ preferred: editor, asks });
      return updated.ok ? ok({ editor }) : updated;
    },

    async 'editor.setCommand'({ command }) {
      const parts = parseEditorCommand(command);
      if (!parts.ok) return parts;
      const allowed = deps.confirm.require(editorPower(command));
      if (!allowed.ok) return allowed;
      const updated = await save({ preferred: 'custom', command });
      return updated.ok ? ok({ command }) : updated;
    },
  };
}
