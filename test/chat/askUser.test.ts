import { expect, test } from 'vitest';
import { createQuestions, declineAllQuestions } from '../../electron/chat/questions.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';

const asking = (args: unknown) => ({ calls: [{ id: '1', name: 'ask_user', arguments: JSON.stringify(args) }] });
const colour = { questions: [{ question: 'Which colour?', options: ['Red', 'Green'] }] };

function resultOf(app: TestApp, id: string): Message & { role: 'tool' } {
  const found = app.rows(id).find((row) => row.role === 'tool');
  if (found?.role !== 'tool') throw new Error('there is no result');
  return found;
}

/** Sends, and returns the question once it is asked. */
async function asked(app: TestApp, id: string, args: unknown) {
  app.model.push(asking(args), { text: 'Thank you.' });
  const waiting = app.event('call.asking');
  const from = app.events.length;
  await app.call('run.send', { conversationId: id, text: 'go' });
  const { question } = await waiting;
  const ended = () => app.event('run.ended', undefined, from);
  return { question, ended };
}

test(cite('TOOL-1', 'the model asks the user with a form, without approval, and reads the answers'), async () => {
  const app = await startTestApp();
  const id = await app.start();
  const args = {
    message: 'Before I begin:',
    questions: [
      { question: 'Which colour?', options: ['Red', 'Green'], allow_other: false },
      { question: 'Which sizes?', options: ['S', 'M', 'L'], multiple: true },
      { question: 'Anything else?', optional: true },
    ],
  };
  const { question, ended } = await asked(app, id, args);
  expect(question).toMatchObject({ from: { type: 'model' }, message: 'Before I begin:', index: 0 });
  expect(question.fields.map(({ type, label, required }) => [type, label, required])).toEqual([
    ['choice', 'Which colour?', true],
    ['choices', 'Which sizes?', true],
    ['long_text', 'Anything else?', false],
  ]);
  const { questionId } = question;
  const values = { answer_1: 'Green', answer_2: ['S', 'XXL'] };

  const wrong = await app.client.call('question.answer', {
    conversationId: id,
    questionId,
    action: 'accept',
    values: { ...values, answer_1: 'Blue' },
  });
  expect(wrong).toMatchObject({ ok: false, error: { code: 'PARAMS_INVALID', details: { field: 'answer_1' } } });
  await app.call('question.answer', { conversationId: id, questionId, action: 'accept', values });
  expect((await ended()).end).toBe('done');

  expect(app.events.some(({ event }) => event.type === 'call.waiting')).toBe(false);
  const result = resultOf(app, id);
  expect(result.content).toBe(
    'The user answered.\n\nQuestion: Which colour?\nAnswer: Green\n\nQuestion: Which sizes?\nAnswer: S; XXL\n\nQuestion: Anything else?\nAnswer: (left empty)',
  );
  expect(result.details?.question).toEqual({
    message: 'Before I begin:',
    fields: question.fields,
    answer: { action: 'accept', values },
  });
  expect(app.model.requests[1]?.body.messages.at(-1)?.content).toBe(result.content);
  const late = await app.client.call('question.answer', {
    conversationId: id,
    questionId,
    action: 'decline',
    values: {},
  });
  expect(late.ok).toBe(false);
});

test.each([
  ['decline', /does not want to answer/],
  ['cancel', /closed the form/],
] as const)('the user may %s, and the model is informed', async (action, words) => {
  const app = await startTestApp();
  const id = await app.start();
  const { question, ended } = await asked(app, id, colour);
  await app.call('question.answer', { conversationId: id, questionId: question.questionId, action, values: {} });
  await ended();
  expect(resultOf(app, id).content).toMatch(words);
  expect(resultOf(app, id).details?.question).toMatchObject({ answer: { action } });
});

test('stopping the run ends the question', async () => {
  const app = await startTestApp();
  const id = await app.start();
  const { question, ended } = await asked(app, id, colour);
  await app.call('run.stop', { conversationId: id });
  expect((await ended()).end).toBe('stopped');
  expect(resultOf(app, id).outcome).toBe('cancelled');
  const { questionId } = question;
  const late = await app.client.call('question.answer', {
    conversationId: id,
    questionId,
    action: 'accept',
    values: { answer_1: 'Red' },
  });
  expect(late).toMatchObject({ ok: false, error: { code: 'TOOL_DENIED' } });
});

test('an open question is in the snapshot of a view opened later', async () => {
  const app = await startTestApp();
  const id = await app.start();
  const { question, ended } = await asked(app, id, colour);
  const state = await app.call('conversation.open', { conversationId: id });
  expect(JSON.stringify(state)).toContain(question.questionId);
  await app.call('question.answer', {
    conversationId: id,
    questionId: question.questionId,
    action: 'decline',
    values: {},
  });
  await ended();
});

test('nothing is filled in without a user', async () => {
  const question = {
    questionId: 'q',
    messageId: 'm',
    index: 0,
    from: { type: 'model' } as const,
    message: '',
    fields: [],
    askedAt: '',
  };
  expect(await declineAllQuestions.ask('c', question, new AbortController().signal)).toEqual({
    action: 'decline',
    nobody: true,
  });
  expect(declineAllQuestions.answer('c', 'q', { action: 'decline' }).ok).toBe(false);
});

test("no client can claim on the user's behalf that there is no user", async () => {
  const questions = createQuestions();
  const question = {
    questionId: 'q',
    messageId: 'm',
    index: 0,
    from: { type: 'model' } as const,
    message: '',
    fields: [],
    askedAt: '',
  };
  const answer = questions.ask('c', question, new AbortController().signal);
  expect(questions.answer('other', 'q', { action: 'decline' }).ok).toBe(false);
  questions.answer('c', 'q', { action: 'decline', nobody: true });
  expect(await answer).toEqual({ action: 'decline' });
});
