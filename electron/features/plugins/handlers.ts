// plugins.*: everything that brings files from elsewhere into use is confirmed outside of the window.

import { fail, ok } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { pluginMethods } from '../../../shared/features/plugins/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { Confirm } from '../../ports/confirm.ts';
import type { Native } from '../../ports/native.ts';
import type { PluginsService } from './plugins.ts';
import { backPower, contactPower, installPower } from './powers.ts';
import { parseSource, usesSignIn } from './source/parseSource.ts';

interface PluginHandlersDeps {
  plugins: PluginsService;
  confirm: Confirm;
  native: Pick<Native, 'pickFile' | 'pickFolder'>;
}

const bundleExtensions = ['mcpb', 'dxt', 'zip'];

export function pluginHandlers(deps: PluginHandlersDeps): HandlersOf<typeof pluginMethods> {
  const { plugins, confirm, native } = deps;
  return {
    'plugins.list': async () => ok(await (await plugins.load()).list()),

    async 'plugins.look'(fields) {
      const source = parseSource(fields, null);
      if (!source.ok) return source;
      const allowed = usesSignIn(source.value) ? confirm.require(contactPower(source.value)) : ok(undefined);
      return allowed.ok ? (await plugins.load()).look(source.value) : allowed;
    },

    'plugins.pick': async ({ what }) =>
      ok(
        await (what === 'directory' ? native.pickFolder() : native.pickFile(what === 'bundle' ? bundleExtensions : [])),
      ),

    async 'plugins.upload'(piece, connection) {
      const added = await plugins.dropped.add(connection, piece);
      return added.ok ? ok({}) : added;
    },

    'plugins.lookAtUpload': (_none, connection) => plugins.dropped.look(connection),

    async 'plugins.lookForUpdate'({ id }) {
      const service = await plugins.load();
      const plugin = await service.find(id);
      if (!plugin.ok) return plugin;
      const { source } = plugin.value.current;
      const allowed = usesSignIn(source) ? confirm.require(contactPower(source)) : ok(undefined);
      if (!allowed.ok) return allowed;
      const proposal = await service.lookForUpdate(id);
      return proposal.ok ? ok({ proposal: proposal.value }) : proposal;
    },

    async 'plugins.file'({ id, path }) {
      const text = await (await plugins.load()).file(id, path);
      return text.ok ? ok({ text: text.value }) : text;
    },

    async 'plugins.install'({ id, values, secrets }) {
      const service = await plugins.load();
      const proposal = service.proposal(id);
      if (proposal === null) return fail('PARAMS_INVALID', say`This package is no longer prepared. Look at it again.`);
      const confirmed = confirm.require(installPower(proposal));
      return confirmed.ok ? service.install(id, { values, secrets }) : confirmed;
    },

    async 'plugins.configure'({ id, values, secrets }) {
      const changed = await (await plugins.load()).configure(id, { values, secrets });
      return changed.ok ? ok({}) : changed;
    },

    async 'plugins.discard'({ id }) {
      await (await plugins.load()).discard(id);
      return ok({});
    },

    async 'plugins.enable'({ id, enabled }) {
      const changed = await (await plugins.load()).enable(id, enabled);
      return changed.ok ? ok({}) : changed;
    },

    async 'plugins.back'({ id }) {
      const service = await plugins.load();
      const plugin = await service.find(id);
      if (!plugin.ok) return plugin;
      const confirmed = confirm.require(backPower(plugin.value));
      if (!confirmed.ok) return confirmed;
      const changed = await service.back(id);
      return changed.ok ? ok({}) : changed;
    },

    async 'plugins.remove'({ id }) {
      const removed = await (await plugins.load()).remove(id);
      return removed.ok ? ok({ copy: removed.value }) : removed;
    },
  };
}
