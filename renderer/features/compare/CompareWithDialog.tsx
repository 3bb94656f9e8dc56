// The form for a compare: which models answer the message in the composer, whether they may change files, and the
// minimum cost.

import { Plus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import type { AttachmentRef } from '../../../shared/conversation/attachments.ts';
import { maxContestants, minContestants } from '../../../shared/features/compare/bounds.ts';
import type { CompareOffer } from '../../../shared/features/compare/methods.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { DialogProps } from '../../core/feature.ts';
import { formatUsd } from '../../core/format/amounts.ts';
import { useApp, useChatProject, useConversation, useConversationView, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { classes } from '../../ui/classes.ts';
import { dialogFootClasses, FormActions } from '../../ui/FormActions.tsx';
import { CheckboxField } from '../../ui/FormFields.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { costWords } from '../costs/words.ts';
import { useChatModel } from '../models/useChatModel.ts';
import { useChatPreset } from '../presets/ChosenPreset.tsx';
import { TrustPrompt } from '../worktrees/createParts.tsx';
import { ContestantFields } from './ContestantFields.tsx';
import { type ContestantDraft, contestantOf, modelText, parseModel } from './contestantDraft.ts';
import { useChoices } from './useChoices.ts';
import { useOffer } from './useOffer.ts';
import { compareWords } from './words.ts';

const labels = compareWords.ask;

/** Characters of the message to show. */
const maxPreview = 300;

/** The models chosen last in this window, besides the chat's own. */
let lastModels: readonly string[] = [''];

export function CompareWithDialog({ onClose }: DialogProps<'compareWith'>) {
  const session = useSession();
  const { actions, drafts, view } = session;
  const id = useConversationView((now) => now.id);
  const stored = useConversation((state) => state.draft) ?? '';
  const storedFiles = useConversation((state) => state.draftAttachments);
  const draftText = useStore(drafts.store, ({ texts }) => texts[id ?? '']) ?? stored;
  const draftFiles = useStore(drafts.store, (state) => state.attachments[id ?? '']) ?? storedFiles ?? none;
  const project = useChatProject();
  const { suggestions, ...answerers } = useChoices();
  const { presets } = useChatPreset();
  const [rows, setRows] = useDrafts();
  const [edits, setEdits] = useState<boolean | null>(null);
  const [bring, setBring] = useState(() => id === null && view.getState().newChat.worktree?.bring === true);
  const [isChecked, setChecked] = useState(false);
  /** While it is sent, the composer is empty. */
  const [sending, setSending] = useState<{ text: string; attachments: readonly AttachmentRef[] } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { text, attachments } = sending ?? { text: draftText, attachments: draftFiles };
  const form = useRef<HTMLFormElement>(null);
  const models = rows.flatMap((row) => parseModel(row.model, answerers) ?? []);
  const request = { conversationId: id, projectId: project?.id ?? null, text, models };
  const { offer, error: offerError, isStale } = useOffer(request, project?.trusted === true);
  const canEdit = offer?.canEdit === true;
  const doesEdit = canEdit && (edits ?? true);
  const isEmpty = text.trim() === '' && attachments.length === 0;

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isEmpty || sending || !offer) return;
    setChecked(true);
    if (models.length < rows.length) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    lastModels = rows.slice(1).map((row) => row.model);
    const contestants = rows.map((row, at) => contestantOf(row, models[at] as ModelRef));
    const { dialog } = view.getState();
    const isOpen = (): boolean => view.getState().dialog === dialog;
    setSending({ text, attachments });
    setRefusal(null);
    const isSent = await actions.send(text.trim() === '' ? '' : text, attachments, false, {
      contestants,
      edits: doesEdit,
      bring: doesEdit && bring && offer.uncommitted > 0,
      refused: (why) => (isOpen() ? setRefusal(why.message) : actions.report(why)),
    });
    setSending(null);
    if (!isSent || !isOpen()) return;
    const conversationId = session.conversation.store.getState().id;
    if (conversationId !== null) view.setState({ dialog: { type: 'compare', conversationId } });
  }

  const change = (next: ContestantDraft): void => {
    setRefusal(null);
    setRows(rows.map((row) => (row.key === next.key ? next : row)));
  };
  const error = refusal ?? offerError;
  return (
    <Modal title={labels.title} description={labels.body} onClose={onClose} className="max-w-[680px]">
      <form
        ref={form}
        aria-busy={isStale}
        onSubmit={(event) => void send(event)}
        className="flex min-h-0 flex-1 flex-col"
      >
        <div className="grid min-h-0 flex-1 grid-cols-1 gap-4 overflow-y-auto p-5">
          <p className="text-ink-2 text-ui">{labels.body}</p>
          <section aria-label={labels.message}>
            {isEmpty ? (
              <p role="status" className="text-ui text-wait">
                {labels.empty}
              </p>
            ) : (
              <p className="wrap-anywhere line-clamp-3 whitespace-pre-wrap rounded-m bg-soft px-3 py-2 text-ui">
                {visibleText(text.slice(0, maxPreview)) || attachments.map(({ name }) => visibleText(name)).join(', ')}
              </p>
            )}
          </section>
          {rows.map((row, at) => (
            <ContestantFields
              key={row.key}
              draft={row}
              number={at + 1}
              answerers={answerers}
              suggestions={suggestions}
              presets={presets ?? []}
              isChecked={isChecked}
              onChange={change}
              onRemove={rows.length > minContestants ? () => setRows(rows.filter((other) => other !== row)) : undefined}
            />
          ))}
          {rows.length < maxContestants && (
            <Button
              tone="ghost"
              size="small"
              className="-ml-2.5 justify-self-start"
              onClick={() => setRows([...rows, emptyRow('')])}
            >
              <Plus className="size-4" strokeWidth={1.75} aria-hidden />
              {labels.add}
            </Button>
          )}
          {canEdit && (
            <ChoiceList
              label={labels.files}
              value={doesEdit ? 'edit' : 'read'}
              choices={[
                { value: 'edit', label: labels.edit, hint: labels.editHint },
                { value: 'read', label: labels.read, hint: labels.readHint },
              ]}
              onChange={(next) => setEdits(next === 'edit')}
            />
          )}
          {doesEdit && offer.uncommitted > 0 && (
            <CheckboxField
              label={labels.bring(offer.uncommitted)}
              hint={labels.bringHint}
              checked={bring}
              onChange={setBring}
            />
          )}
          {offer && !canEdit && project && !project.trusted && <TrustPrompt project={project} />}
          {offer && !canEdit && (
            <p className="wrap-anywhere text-ink-2 text-ui">
              {labels.onlyRead}
              {offer.reason !== null && (
                <>
                  {strings.sentences.gap(labels.onlyRead)}
                  <VisibleText text={strings.sentences.host(offer.reason)} />
                </>
              )}
            </p>
          )}
          {error !== null && (
            <p role="alert" className="wrap-anywhere text-fail text-ui">
              {error}
            </p>
          )}
          {offer && models.length === rows.length && <Cost offer={offer} />}
        </div>
        <FormActions onCancel={onClose} className={classes(dialogFootClasses)}>
          <Button tone="primary" type="submit" disabled={isEmpty || sending !== null || !offer}>
            {labels.send(rows.length)}
          </Button>
        </FormActions>
      </form>
    </Modal>
  );
}

function Cost({ offer: { costs } }: { offer: CompareOffer }) {
  const hasLimit = useApp(
    ({ settings: { spendLimit } }) => spendLimit.day !== null || spendLimit.conversation !== null,
  );
  const prices = costs.flatMap(({ usd }) => (usd === null ? [] : [usd]));
  const total = prices.reduce((sum, usd) => sum + usd, 0);
  const each = strings.sentences.list(costs.map(({ usd }) => (usd === null ? costWords.unknown : formatUsd(usd))));
  const isFree = prices.length === costs.length && total === 0;
  return (
    <p className="tabular text-ink-3 text-small" role="status">
      {isFree ? labels.free : prices.length === 0 ? labels.costUnknown : labels.cost(formatUsd(total), each)}
      {hasLimit && !isFree && ` ${labels.limits}`}
    </p>
  );
}

const none: readonly AttachmentRef[] = [];

let rowCount = 0;

function emptyRow(model: string): ContestantDraft {
  return { key: ++rowCount, model, options: {}, effort: null, preset: null };
}

/** The chat's own model with its options first, then those chosen last. */
function useDrafts() {
  const { model, options } = useChatModel();
  return useState<ContestantDraft[]>(() => [
    { ...emptyRow(model ? modelText(model) : ''), options, effort: options.effort ?? null },
    ...lastModels.map(emptyRow),
  ]);
}
