// The session's options: approval mode, model, effort and preset. Clients that know options use these instead of modes, so
// both are offered, in step.

import type { SessionConfigOption, SessionConfigSelectGroup } from '@agentclientprotocol/sdk';
import type { ConversationState } from '../../../../shared/conversation/event.ts';
import { ok, type Result } from '../../../../shared/core/errors.ts';
import { type ModelRef, nonDefaultOptions } from '../../../../shared/features/models/modelOptions.ts';
import { type Effort, efforts } from '../../../../shared/features/models/optionBounds.ts';
import type { PresetRef } from '../../../../shared/features/presets/preset.ts';
import { approvalModeNamed } from '../../../../shared/permission/rule.ts';
import type { ConversationMeta } from '../../../conversation/formats.ts';
import type { Core } from '../../../core.ts';
import { failureOf, invalid, unwrap } from './failure.ts';
import { modeState } from './modes.ts';

type CoreParts = Pick<Core, 'chat' | 'choosePreset' | 'hub' | 'presets' | 'providers' | 'store'>;

export interface OptionParts extends CoreParts {
  modelLists: ModelLists;
}

/** The models of each provider that can call tools, by ID. */
interface ModelLists {
  /** Waits a short time at most; what arrives later is in the next answer. */
  of(providerId: string): Promise<readonly string[]>;
  /** Asks again from now on. */
  refresh(): void;
}

export function createModelLists(providers: Pick<Core['providers'], 'models'>): ModelLists {
  const lists = new Map<string, Promise<readonly string[]>>();

  async function list(providerId: string): Promise<readonly string[]> {
    const models = await providers.models(providerId, AbortSignal.timeout(listingMs));
    return models.ok ? models.value.flatMap(({ id, tools }) => (tools === false ? [] : [id])).slice(0, maxModels) : [];
  }

  return {
    of(providerId) {
      const listed = lists.get(providerId) ?? list(providerId);
      lists.set(providerId, listed);
      const late = new Promise<readonly string[]>((resolve) => void setTimeout(resolve, waitMs, []).unref());
      return Promise.race([listed, late]);
    },
    refresh: () => lists.clear(),
  };
}

/** How long a server may take to list its models, and how long the options wait for it, in milliseconds. */
const listingMs = 20_000;
const waitMs = 1500;
/** Some services list thousands. */
const maxModels = 500;

const unset = 'default';
const none = 'none';

/** Resolves the model of a conversation that has not chosen one. Null: none is configured. */
export async function modelOf({ providers }: CoreParts, state: ConversationState): Promise<ModelRef | null> {
  if (state.model) return state.model;
  const standard = await providers.defaultModel();
  return standard.ok ? standard.value : null;
}

export async function configOptions(parts: OptionParts, state: ConversationState): Promise<SessionConfigOption[]> {
  const model = await modelOf(parts, state);
  const [models, effort, preset] = await Promise.all([
    modelGroups(parts, model),
    model ? effortOption(parts, state, model) : null,
    presetOption(parts, state),
  ]);
  const { currentModeId, availableModes } = modeState(state.approvalMode);
  return [
    {
      ...{ id: 'mode', name: 'Approvals', category: 'mode', type: 'select', currentValue: currentModeId },
      description: 'What runs without asking',
      options: availableModes.map(({ id, name, description }) => ({
        value: id,
        name,
        description: description ?? null,
      })),
    },
    ...(model
      ? [
          {
            ...{ id: 'model', name: 'Model', category: 'model', type: 'select' as const },
            currentValue: valueOfModel(model),
            options: models,
          },
        ]
      : []),
    ...(effort ? [effort] : []),
    ...(preset ? [preset] : []),
  ];
}

async function modelGroups(
  { providers, modelLists }: OptionParts,
  current: ModelRef | null,
): Promise<SessionConfigSelectGroup[]> {
  const offered = (await providers.list()).filter(({ origin, id }) => origin !== 'demo' || id === current?.provider);
  const groups = await Promise.all(
    offered.map(async ({ id, name }) => {
      const ids = await modelLists.of(id);
      const extra = current?.provider === id && !ids.includes(current.model) ? [current.model] : [];
      const options = [...extra, ...ids].map((model) => ({
        value: valueOfModel({ provider: id, model }),
        name: model,
      }));
      return { group: id, name, options };
    }),
  );
  // The current one may be an external agent, or of a provider that was removed.
  const isListed = current === null || offered.some(({ id }) => id === current.provider);
  const other = isListed
    ? []
    : [
        {
          group: current.provider,
          name: current.provider,
          options: [{ value: valueOfModel(current), name: current.model || current.provider }],
        },
      ];
  return [...groups.filter(({ options }) => options.length > 0), ...other];
}

function valueOfModel({ provider, model }: ModelRef): string {
  return `${provider}/${model}`;
}

async function effortOption(
  { chat }: CoreParts,
  { modelOptions }: ConversationState,
  model: ModelRef,
): Promise<SessionConfigOption | null> {
  const takes = await chat.modelTakes(model, modelOptions ?? {});
  // An external agent, or a provider that was removed.
  if (!takes.ok) return null;
  // An unknown model may take any of them.
  const offered = takes.value.known ? takes.value.abilities.efforts : efforts;
  if (offered.length === 0) return null;
  const current = modelOptions?.effort;
  const values = current === undefined || offered.includes(current) ? offered : [...offered, current];
  return {
    ...{ id: 'effort', name: 'Effort', category: 'thought_level', type: 'select', currentValue: current ?? unset },
    options: [
      { value: unset, name: 'Default' },
      ...values.map((value) => ({ value, name: `${value.charAt(0).toUpperCase()}${value.slice(1)}` })),
    ],
  };
}

async function presetOption(parts: OptionParts, state: ConversationState): Promise<SessionConfigOption | null> {
  const { presets } = await parts.presets.list(await presetScope(parts, state));
  if (presets.length === 0) return null;
  const current = state.preset ? valueOfPreset(state.preset) : none;
  const choices = presets.map(({ ref, name, description }) => ({ value: valueOfPreset(ref), name, description }));
  const isGone = current !== none && !choices.some(({ value }) => value === current);
  return {
    ...{ id: 'preset', name: 'Preset', type: 'select', currentValue: current },
    options: [
      { value: none, name: 'None' },
      ...choices,
      ...(isGone ? [{ value: current, name: `${current} (deleted)` }] : []),
    ],
  };
}

function valueOfPreset({ scope, id }: PresetRef): string {
  return `${scope}:${id}`;
}

async function presetScope({ store }: CoreParts, { projectId }: ConversationState) {
  const project = await store.getProject(projectId);
  if (!project.ok) return { folder: null, trusted: false };
  const { folder, folderExists, trusted } = project.value;
  return { folder: folderExists ? folder : null, trusted };
}

/** `confirmAll`: asks the user whether every tool may run without asking. Throws an `AcpFailure` for an unknown value. */
export async function setConfigOption(
  parts: OptionParts,
  state: ConversationState,
  { configId, value }: { configId: string; value: unknown },
  confirmAll: () => Promise<boolean>,
): Promise<void> {
  if (typeof value !== 'string') throw invalid(`${configId} is not an on/off option.`);
  switch (configId) {
    case 'mode':
      return setMode(parts, state, value, confirmAll);
    case 'model': {
      const model = await knownModel(parts, value);
      return changeMeta(parts, state, (meta) => ({ ...meta, model }));
    }
    case 'effort': {
      const effort = effortNamed(value);
      return changeMeta(parts, state, (meta) => ({
        ...meta,
        modelOptions: nonDefaultOptions({ ...meta.modelOptions, effort }),
      }));
    }
    case 'preset': {
      const ref = value === none ? null : await knownPreset(parts, state, value);
      unwrap(await parts.choosePreset(state.conversationId, ref, async () => ok(await confirmAll())));
      return;
    }
    default:
      throw invalid(`There is no option “${configId}”.`);
  }
}

export async function setMode(
  parts: OptionParts,
  state: ConversationState,
  named: string,
  confirmAll: () => Promise<boolean>,
): Promise<void> {
  const mode = approvalModeNamed(named);
  if (!mode) throw invalid(`There is no mode “${named}”.`);
  if (mode === state.approvalMode) return;
  if (mode === 'all' && !(await confirmAll())) {
    throw failureOf({
      code: 'CONFIRMATION_REFUSED',
      message: 'The mode was not changed: running every tool without asking was not confirmed.',
    });
  }
  await changeMeta(parts, state, (meta) => ({ ...meta, approvalMode: mode }));
}

function effortNamed(value: string): Effort | undefined {
  const effort = efforts.find((one) => one === value);
  if (effort === undefined && value !== unset) throw invalid(`There is no effort “${value}”.`);
  return effort;
}

async function knownModel({ providers }: CoreParts, value: string): Promise<ModelRef> {
  const provider = (await providers.list()).find(({ id }) => value.startsWith(`${id}/`));
  if (!provider || value.length === provider.id.length + 1) throw invalid(`There is no model “${value}”.`);
  return { provider: provider.id, model: value.slice(provider.id.length + 1) };
}

async function knownPreset(parts: OptionParts, state: ConversationState, value: string): Promise<PresetRef> {
  const { presets } = await parts.presets.list(await presetScope(parts, state));
  const preset = presets.find(({ ref }) => valueOfPreset(ref) === value);
  if (!preset) throw invalid(`There is no preset “${value}”.`);
  return preset.ref;
}

/** The window follows, as it does for a change made there. */
async function changeMeta(
  { hub, store }: CoreParts,
  { conversationId, projectId }: ConversationState,
  change: (meta: ConversationMeta) => ConversationMeta,
): Promise<void> {
  const saved: Result<ConversationMeta> = await store.updateMeta(conversationId, change);
  const meta = unwrap(saved);
  await hub.publishMeta(conversationId, { projectId, meta });
}
